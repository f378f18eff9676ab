import type { Row } from '../fixture.ts';

export const tgiRows: readonly Row[] = [];

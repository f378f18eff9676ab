import type { Row } from '../fixture.ts';

export const mistralRows: readonly Row[] = [];

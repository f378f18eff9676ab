import type { Row } from '../fixture.ts';

export const groqRows: readonly Row[] = [];

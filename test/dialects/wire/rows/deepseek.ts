import type { Row } from '../fixture.ts';

export const deepseekRows: readonly Row[] = [];

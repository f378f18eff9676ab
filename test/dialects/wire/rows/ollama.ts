import type { Row } from '../fixture.ts';

export const ollamaRows: readonly Row[] = [];

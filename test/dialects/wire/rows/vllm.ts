import type { Row } from '../fixture.ts';

export const vllmRows: readonly Row[] = [];

import type { Row } from '../fixture.ts';

export const anthropicRows: readonly Row[] = [];

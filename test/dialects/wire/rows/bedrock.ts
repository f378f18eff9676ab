import type { Row } from '../fixture.ts';

export const bedrockRows: readonly Row[] = [];

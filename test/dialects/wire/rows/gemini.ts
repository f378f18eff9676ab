import type { Row } from '../fixture.ts';

export const geminiRows: readonly Row[] = [];

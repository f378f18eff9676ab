import type { Row } from '../fixture.ts';

export const azureRows: readonly Row[] = [];

import type { Row } from '../fixture.ts';

export const openrouterRows: readonly Row[] = [];

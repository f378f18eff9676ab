import { engsetRows, erlangRows, latticeRows, sharedRows } from './loss-rows.ts';
import { boundedRows, erlangCRows, oneSlotRows, permitRows } from './queue-rows.ts';
import type { Row } from './row.ts';

/** Every system that the engine is held against. */
export const rows: readonly Row[] = [
  ...erlangRows(),
  ...sharedRows(),
  ...engsetRows(),
  ...latticeRows(),
  ...erlangCRows(),
  ...oneSlotRows(),
  ...boundedRows(),
  ...permitRows(),
];

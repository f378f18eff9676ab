import { zeroCounts } from '../../../sim/provider/counts.ts';
import type { ModelState, PoolState, State } from '../../../sim/server/admin/state.ts';
import { zeroBooks } from '../../../sim/server/books.ts';
import type { Snapshot } from '../../../sim/server/page/recent.ts';

export interface Stated {
  readonly atMs?: number;
  /** Another one after a reset. */
  readonly life?: object;
  readonly pools?: Readonly<Record<string, Partial<PoolState>>>;
  readonly models?: Readonly<Record<string, Partial<ModelState>>>;
  /** The provider's name. */
  readonly provider?: string;
}

const pool: PoolState = {
  slots: 10,
  busy: 0,
  own: 0,
  tenants: 0,
  queue: { waiting: 0, own: 0 },
  load: null,
  nominalSlots: 0,
  tenantArrivals: 0,
  tenantRefused: 0,
};

export const noneRefused: ModelState['refused'] = { network: 0, hard: 0, quota: 0, fault: 0, capacity: 0 };

const model: ModelState = { pool: 'big', attempts: 0, admitted: 0, refused: noneRefused, billedTokens: { input: 0, output: 0 }, quota: [] };

const oneLife = {};

/** What a server with one provider says, as far as a test states it; the rest is idle. */
export function snapshot({
  atMs = 0,
  life = oneLife,
  pools = { big: {} },
  models = { big: {} },
  provider = 'default',
}: Stated = {}): Snapshot {
  const { holding, ...counts } = zeroCounts();
  const state: State = {
    scenario: { name: 'a day', seed: 1 },
    time: { now: '2026-03-02T15:00:07', zone: 'Europe/Berlin', sinceStartMs: atMs },
    requests: zeroBooks(),
    providers: {
      [provider]: {
        pools: Object.fromEntries(Object.entries(pools).map(([name, stated]) => [name, { ...pool, ...stated }])),
        models: Object.fromEntries(Object.entries(models).map(([name, stated]) => [name, { ...model, ...stated }])),
        counts,
      },
    },
    faults: [],
    batches: { open: 0, over: 0, requests: 0, waiting: 0, running: 0, done: 0, sent: 0, billedTokens: { input: 0, output: 0 }, cost: 0 },
    sums: [],
    consistent: true,
  };
  return { atMs, state, life };
}

import { after, eventClass } from '../../../sim/kernel/clock.ts';
import type { Attempt } from '../../../sim/kernel/transport.ts';
import { costOf } from '../../../sim/provider/cost.ts';
import type { Model } from '../../../sim/provider/model.ts';
import type { Pool } from '../../../sim/provider/pool.ts';
import { stateOf } from '../../../sim/server/admin/state.ts';
import { buildServer } from '../../../sim/server/build-server.ts';
import { createWorld, type World } from '../../../sim/server/world.ts';
import { servedSizes } from '../../serve/served-sizes.ts';
import { surroundingsOf } from '../client-side.ts';
import { Column } from '../column.ts';
import { closeBooks, modelOf } from '../provider-books.ts';
import { bucketSeconds } from '../timeline.ts';
import { SharedStart, scaledTime } from './scaled-time.ts';
import type { Bill, ServedJob, ServerBooks } from './server-messages.ts';

/** Attempts that the journal keeps: nobody asks for them here. */
const journal = 1;

/** One job's provider side behind a socket, with all that its books need. */
export interface ServedWorld {
  readonly server: ReturnType<typeof buildServer>;
  readonly world: World;
  books(): ServerBooks;
}

export function createServedWorld({ scenario, providers, replication, targets, timeScale, start }: ServedJob): ServedWorld {
  const { name, seed, folder, time, workload } = scenario;
  const { calendar, end } = surroundingsOf({ scenario, replication });
  const shared = new SharedStart(start);
  const bills = new Map<number, { tokens: number; usd: number }>();
  const world = createWorld({
    name,
    seed,
    replication,
    folder,
    time,
    providers,
    sizes: (luck) => servedSizes(workload, calendar, luck),
    atMs: 0,
    endsAt: end,
    realTime: scaledTime(timeScale, () => shared.startMs),
    wallMs: Date.now,
    billed: (attempt, model, input, output) => bill(bills, attempt, model, { input, output }),
  });
  const server = buildServer({ world, journal, batches: false });
  const served = new Column();
  world.watchers.push({
    attempt({ outcome, fault, left, receivedAt, endedAt }) {
      if (outcome === 'admitted' && fault === undefined && !left) served.push((endedAt - receivedAt) / 1000);
    },
  });
  const first = modelOf(world.providers, targets[0] ?? '')?.pool;
  const freeSlots = first === undefined ? [] : sampleFreeSlots(world, first, { lengthMs: time.length, end });
  return { server, world, books: () => booksOf(world, { model: workload.model, targets, bills, freeSlots, served }) };
}

function bill(
  bills: Map<number, { tokens: number; usd: number }>,
  { request }: Attempt,
  { spec }: Model,
  used: { input: number; output: number },
): void {
  const sum = bills.get(request.entity) ?? { tokens: 0, usd: 0 };
  sum.tokens += used.output;
  sum.usd += costOf(spec, used.input, used.output);
  bills.set(request.entity, sum);
}

/** Mean free slots of each bucket, as they come. */
function sampleFreeSlots({ clock }: World, pool: Pool, { lengthMs, end }: { lengthMs: number; end: number }): number[] {
  const means: number[] = [];
  const length = bucketSeconds(lengthMs) * 1e6;
  let from = 0;
  let before = 0;
  const sample = (): void => {
    const now = clock.now();
    const area = pool.freeArea();
    means.push(now > from ? (area - before) / (now - from) : 0);
    from = now;
    before = area;
    if (now < end) arm();
  };
  const arm = (): void => {
    after(clock, Math.min(end, (means.length + 1) * length) - clock.now(), sample, eventClass.arrival);
  };
  arm();
  return means;
}

interface Kept {
  readonly model: string;
  readonly targets: readonly string[];
  readonly bills: ReadonlyMap<number, Omit<Bill, 'entity'>>;
  readonly freeSlots: readonly number[];
  readonly served: Column;
}

/** All counts at one instant. */
function booksOf(world: World, { model, targets, bills, freeSlots, served }: Kept): ServerBooks {
  return world.clock.event(() => {
    const { sums } = stateOf(world);
    const pools = new Set(targets.flatMap((target) => modelOf(world.providers, target)?.pool ?? []));
    return {
      ...closeBooks(world.providers, { now: world.clock.now(), model, firstTarget: targets[0] ?? '', pools: [...pools] }),
      sums,
      bills: [...bills].map(([entity, { tokens, usd }]) => ({ entity, tokens, usd })),
      freeSlots,
      servedMs: served.sorted(),
    };
  });
}

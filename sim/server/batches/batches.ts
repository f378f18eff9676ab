import type { Endpoint } from '../../dialects/api.ts';
import type { BatchApi, BatchCall, BatchDesk, BatchLine, BatchOrder, BatchReply, Queued } from '../../dialects/batch-api.ts';
import type { Dialect } from '../../dialects/dialect.ts';
import type { Stream } from '../../kernel/random.ts';
import { costOf } from '../../provider/cost.ts';
import type { Pool } from '../../provider/pool.ts';
import { hexId } from '../hex-id.ts';
import type { Life, Target } from '../life.ts';
import { Item, type ItemScope, type Moved } from './item.ts';
import { createLane, type Lane } from './lane.ts';
import { type Run, startRun } from './run.ts';

/** Requests in batches have luck of their own, from here on: those that come by themselves are numbered from 0. */
const firstEntity = 2_147_483_648;

export interface BatchesOptions {
  readonly life: Life;
  /** Ms since 1970 at the instant 0 of the clock. */
  readonly startEpochMs: number;
  readonly words: Stream;
}

/** What there is of batches; counts are since the start or the last reset. */
export interface BatchesState {
  /** Batches that are kept, by whether something of them is still to come. */
  readonly open: number;
  readonly over: number;
  /** Requests that were ever in one: each is one of the other three. */
  readonly requests: number;
  readonly waiting: number;
  readonly running: number;
  readonly done: number;
  /** How often one was given to a model; those that are tried again count again. */
  readonly sent: number;
  readonly billedTokens: { readonly input: number; readonly output: number };
  /** US dollars, at the price of batches. */
  readonly cost: number;
}

/** The batches of one life of a server. */
export interface Batches {
  answer(dialect: Dialect, api: BatchApi, route: string, call: BatchCall): BatchReply;
  state(): BatchesState;
}

interface Counts {
  requests: number;
  waiting: number;
  running: number;
  done: number;
  sent: number;
}

export function createBatches(options: BatchesOptions): Batches {
  const { targets } = options.life;
  const offices = new Map<BatchApi, ReturnType<BatchApi['open']>>();
  const runs = new Set<Run>();
  const counts: Counts = { requests: 0, waiting: 0, running: 0, done: 0, sent: 0 };
  const room = createRoom(options, counts, runs);
  return {
    answer(dialect, api, route, call) {
      let office = offices.get(api);
      if (office === undefined) {
        office = api.open(room.deskOf(dialect));
        offices.set(api, office);
      }
      const answer = office[route];
      if (answer === undefined) throw new Error(`nobody answers at ${route}`);
      return answer(call);
    },
    state() {
      const distinct = [...new Set(targets.values())];
      const open = [...runs].filter(({ stage }) => stage !== 'ended' && stage !== 'failed').length;
      const sum = (pick: (target: Target) => number): number => distinct.reduce((all, target) => all + pick(target), 0);
      return {
        open,
        over: runs.size - open,
        ...counts,
        billedTokens: { input: sum(({ tally }) => tally.batched.inputTokens), output: sum(({ tally }) => tally.batched.outputTokens) },
        cost: sum(({ tally: { batched }, batch, model }) => batch.price * costOf(model.spec, batched.inputTokens, batched.outputTokens)),
      };
    },
  };
}

/** What all desks of one life share. */
function createRoom({ life, startEpochMs, words }: BatchesOptions, counts: Counts, runs: Set<Run>) {
  const { clock, targets, sizes } = life;
  const lanes = new Map<Pool, Lane>();
  let entities = firstEntity;
  let ids = 0;
  const epochMs = (): number => startEpochMs + clock.now() / 1000;
  const nextId = (): string => hexId(ids++, 24);
  // What is one for all models is that of the first.
  const common = [...targets.values()][0]?.batch;

  function laneOf({ model, batch }: Target): Lane {
    let lane = lanes.get(model.pool);
    if (lane === undefined) {
      lane = createLane(model.pool, batch.spare);
      lanes.set(model.pool, lane);
    }
    return lane;
  }

  function itemsOf(dialect: Dialect, endpoint: Endpoint, lines: readonly BatchLine[], moved: Moved): readonly Item[] {
    counts.requests += lines.length;
    counts.waiting += lines.length;
    const counted: Moved = (item, from, to) => {
      counts[from === 'over' ? 'done' : from] -= 1;
      counts[to === 'over' ? 'done' : to] += 1;
      moved(item, from, to);
    };
    const scope: ItemScope = {
      clock,
      epochMs,
      dialect,
      endpoint,
      sizes,
      sending() {
        counts.sent += 1;
      },
      moved: counted,
      queue(item) {
        if (item.target !== undefined) laneOf(item.target).add([item]);
      },
    };
    return lines.map((line) => new Item(scope, { line, entity: entities++, target: targets.get(line.model ?? '') }));
  }

  /** Each lane is told once. */
  function launch(items: readonly Item[]): void {
    const byLane = new Map<Lane | undefined, Item[]>();
    for (const item of items) {
      const { target } = item;
      const lane = target === undefined ? undefined : laneOf(target);
      const own = byLane.get(lane);
      if (own === undefined) byLane.set(lane, [item]);
      else own.push(item);
    }
    for (const [lane, own] of byLane) {
      if (lane === undefined) for (const item of own) item.start();
      else lane.add(own);
    }
  }

  function queuedTokens(model: string): Queued | undefined {
    const target = targets.get(model);
    const most = target?.batch.queued.tokens;
    if (most === undefined) return undefined;
    const open = [...runs].flatMap(({ items }) => items.filter((item) => !item.over && item.target === target));
    return { now: open.reduce((sum, item) => sum + item.inputTokens, 0), most };
  }

  function queuedRequests(): Queued | undefined {
    const most = common?.queued.requests;
    return most === undefined ? undefined : { now: counts.waiting + counts.running, most };
  }

  function begin(dialect: Dialect, order: BatchOrder): Run {
    const run = startRun({
      id: nextId(),
      clock,
      epochMs,
      words,
      order,
      windowMs: common?.window ?? 0,
      items: (lines, moved) => itemsOf(dialect, order.endpoint, lines, moved),
      launch,
      forget: (one) => runs.delete(one),
    });
    runs.add(run);
    return run;
  }

  return {
    deskOf: (dialect: Dialect): BatchDesk => ({
      id: nextId,
      nowMs: epochMs,
      has: (model) => targets.has(model),
      queuedRequests,
      queuedTokens,
      begin: (order) => begin(dialect, order),
    }),
  };
}

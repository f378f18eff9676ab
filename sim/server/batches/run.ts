import type { BatchInstants, BatchLine, BatchOrder, BatchResult, BatchRun, BatchStage } from '../../dialects/batch-api.ts';
import { after, type Clock, type Timer } from '../../kernel/clock.ts';
import type { Stream } from '../../kernel/random.ts';
import { hexId } from '../hex-id.ts';
import type { Item, ItemStage, Moved } from './item.ts';
import { outcomeOf } from './render.ts';

export interface RunOptions {
  readonly id: string;
  readonly clock: Clock;
  readonly epochMs: () => number;
  readonly words: Stream;
  readonly order: BatchOrder;
  readonly windowMs: number;
  readonly items: (lines: readonly BatchLine[], moved: Moved) => readonly Item[];
  /** Puts them where they wait for slots; those that need none end at once. */
  readonly launch: (items: readonly Item[]) => void;
  readonly forget: (run: Run) => void;
}

/** A batch on its way. */
export interface Run extends BatchRun {
  readonly items: readonly Item[];
}

/** Runs a batch: looks through it, lets its requests run or end, puts the results together. */
export function startRun(options: RunOptions): Run {
  const { clock, epochMs, order, words } = options;
  const at: { -readonly [Name in keyof BatchInstants]: BatchInstants[Name] } = {
    created: epochMs(),
    expires: epochMs() + options.windowMs,
  };
  const counts = { total: 0, waiting: 0, running: 0, answered: 0, refused: 0, expired: 0, cancelled: 0 };
  const tokens = { input: 0, output: 0 };
  let stage: BatchStage = 'validating';
  let items: readonly Item[] = [];
  const timers = new Set<Timer>();

  /** Does something after so long; at once where it takes no time. */
  function later(ms: number, run: () => void): void {
    if (ms === 0) run();
    else timers.add(after(clock, Math.round(ms * 1000), run));
  }

  function enter(next: 'running' | 'finalizing' | 'ended' | 'failed'): void {
    stage = next;
    at[next] = epochMs();
    if (next === 'ended') order.done?.();
    if (next === 'ended' || next === 'failed') for (const timer of timers) clock.disarm(timer);
  }

  function begin(): void {
    // Cancelled while it was looked through.
    if (stage !== 'validating') return;
    const lines = order.lines();
    if (lines === undefined) {
      enter('failed');
      return;
    }
    enter('running');
    counts.total = lines.length;
    counts.waiting = lines.length;
    items = options.items(lines, moved);
    options.launch(items);
    if (epochMs() >= at.expires) stop('expired', () => true);
    settle();
  }

  function moved(item: Item, from: ItemStage, to: ItemStage): void {
    if (from !== 'over') counts[from] -= 1;
    if (to === 'over') {
      finished(item);
      return;
    }
    counts[to] += 1;
    // What ran when the batch was cancelled is not tried again.
    if (to === 'waiting' && at.cancelling !== undefined) item.stop('cancelled');
  }

  function finished(item: Item): void {
    if (item.outcome === undefined) return;
    // An answer that cannot be written is an error when its result is made, and counts as one.
    const [result] = order.ended === undefined ? [] : resultsOf([item], words);
    const { kind } = result?.outcome ?? item.outcome;
    counts[kind === 'timed-out' ? 'refused' : kind] += 1;
    tokens.input += item.tokens.input;
    tokens.output += item.tokens.output;
    if (result !== undefined) order.ended?.(result);
    settle();
  }

  /** Goes on when nothing is waiting or running any more. */
  function settle(): void {
    if ((stage !== 'running' && stage !== 'validating') || counts.waiting + counts.running > 0) return;
    enter('finalizing');
    later(order.finalizingMs, () => enter('ended'));
  }

  function stop(kind: 'expired' | 'cancelled', these: (item: Item) => boolean): void {
    for (const item of items) if (!item.over && these(item)) item.stop(kind);
  }

  const run: Run = {
    id: options.id,
    at,
    counts,
    tokens,
    get stage() {
      return stage;
    },
    get items() {
      return items;
    },
    cancel() {
      if (at.cancelling !== undefined || (stage !== 'validating' && stage !== 'running')) return;
      at.cancelling = epochMs();
      if (stage === 'validating') settle();
      stop('cancelled', ({ runs }) => !runs);
    },
    results: () => resultsOf(items, words),
    forget: () => options.forget(run),
  };
  later(options.windowMs, () => stop('expired', () => true));
  later(order.validatingMs, begin);
  return run;
}

/** What became of those that are over. */
function* resultsOf(items: readonly Item[], words: Stream): Generator<BatchResult> {
  for (const item of items) {
    const outcome = outcomeOf(item, words);
    const { line, entity } = item;
    if (outcome !== undefined) yield { customId: line.customId, id: hexId(entity, 24), outcome };
  }
}

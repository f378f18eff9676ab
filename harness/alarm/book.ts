import type { AttemptClass } from '../../reports/result/outcome.ts';
import type { AlarmMeasure } from './rule.ts';
import type { Seen } from './seen.ts';

const columns = ['offered', 'sent', 'ended', 'refused', 'firstEnded', 'firstRefused', 'firstCapacity', 'ok', 'failed'] as const;
type Column = (typeof columns)[number];

/** From step `from` to before step `to`. */
export interface Steps {
  readonly from: number;
  readonly to: number;
}

/** What a strategy's requests come to, step by step of virtual time. */
export interface AlarmBook {
  readonly stepMs: number;
  readonly steps: number;
  arrived(ms: number): void;
  sent(ms: number): void;
  /** `first`: the request's first attempt. */
  ended(ms: number, outcome: AttemptClass, first: boolean): void;
  finished(ms: number, ok: boolean): void;
  count(column: Column, steps: Steps): number;
  seen(measure: AlarmMeasure, steps: Steps): Seen;
}

/** What happens after `lengthMs` is not written down. */
export function createBook(stepMs: number, lengthMs: number): AlarmBook {
  const steps = Math.max(1, Math.ceil(lengthMs / stepMs));
  const counts = Object.fromEntries(columns.map((name) => [name, new Uint32Array(steps)])) as Record<Column, Uint32Array>;
  const add = (column: Column, ms: number): void => {
    const step = Math.floor(ms / stepMs);
    if (step < steps) counts[column][step] = (counts[column][step] as number) + 1;
  };
  const count = (column: Column, { from, to }: Steps): number => {
    let sum = 0;
    for (let step = Math.max(0, from); step < Math.min(steps, to); step++) sum += counts[column][step] as number;
    return sum;
  };
  return {
    stepMs,
    steps,
    arrived: (ms) => add('offered', ms),
    sent: (ms) => add('sent', ms),
    ended(ms, outcome, first) {
      const capacity = outcome === 'capacity';
      add('ended', ms);
      if (capacity) add('refused', ms);
      if (!first) return;
      add('firstEnded', ms);
      if (capacity) add('firstCapacity', ms);
      if (capacity || outcome === 'rate_limited') add('firstRefused', ms);
    },
    finished: (ms, ok) => add(ok ? 'ok' : 'failed', ms),
    count,
    seen(measure, within) {
      if (measure === 'capacityErrorRate') return { all: count('ended', within), hits: count('refused', within) };
      if (measure === 'firstAttemptRefusedRate') return { all: count('firstEnded', within), hits: count('firstRefused', within) };
      const failed = count('failed', within);
      return { all: count('ok', within) + failed, hits: failed };
    },
  };
}

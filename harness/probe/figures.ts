import type { AttemptClass } from '../../reports/result/outcome.ts';
import { nearestRank } from '../../reports/result/stats/nearest-rank.ts';
import type { CutShort, Step } from './step.ts';
import type { Sample } from './user.ts';

/** One step in figures; times in milliseconds, percentiles by nearest rank on all samples, null without samples. */
export interface StepFigures {
  readonly concurrency: number;
  readonly sent: number;
  readonly answered: number;
  /** At capacity or rate limited. */
  readonly refused: number;
  /** Neither answered nor refused. */
  readonly failed: number;
  /** Under way when the probe was interrupted. */
  readonly cancelled: number;
  /** How many ended how; what did not happen is left out. */
  readonly classes: Readonly<Partial<Record<AttemptClass, number>>>;
  /** For how long requests were sent. */
  readonly sendingSeconds: number;
  /** Answers per second of that time; an answer that came after it counts by the share of its time that lies inside. */
  readonly goodputPerSecond: number;
  /** Of all that ended; null when nothing did. */
  readonly refusedShare: number | null;
  readonly answerMs: { readonly p50: number | null; readonly p95: number | null };
  readonly refusalMs: { readonly p50: number | null };
  /** Why it stopped sending before its time; null: it did not. */
  readonly cutShort: CutShort | null;
}

const refusals: ReadonlySet<AttemptClass> = new Set(['capacity', 'rate_limited']);

export function figuresOf({ concurrency, samples, sendingMs, cutShort }: Step): StepFigures {
  const answers = samples.filter(({ outcome }) => outcome.class === 'ok');
  const refused = samples.filter(({ outcome }) => refusals.has(outcome.class));
  const cancelled = samples.filter(({ outcome }) => outcome.class === 'cancelled').length;
  const ended = samples.length - cancelled;
  const times = timesOf(answers);
  return {
    concurrency,
    sent: samples.length,
    answered: answers.length,
    refused: refused.length,
    failed: ended - answers.length - refused.length,
    cancelled,
    classes: countsOf(samples),
    sendingSeconds: sendingMs / 1000,
    goodputPerSecond: sendingMs === 0 ? 0 : answersWithin(answers, sendingMs) / (sendingMs / 1000),
    refusedShare: ended === 0 ? null : refused.length / ended,
    answerMs: { p50: nearestRank(times, 0.5), p95: nearestRank(times, 0.95) },
    refusalMs: { p50: nearestRank(timesOf(refused), 0.5) },
    cutShort: cutShort ?? null,
  };
}

/** Answers, one that ended after `endMs` by the share of its time before it. */
function answersWithin(answers: readonly Sample[], endMs: number): number {
  return answers.reduce((sum, { startedMs, tookMs }) => sum + (tookMs <= 0 ? 1 : Math.min(1, (endMs - startedMs) / tookMs)), 0);
}

function timesOf(samples: readonly Sample[]): Float64Array {
  return Float64Array.from(samples, ({ tookMs }) => tookMs).sort();
}

function countsOf(samples: readonly Sample[]): Partial<Record<AttemptClass, number>> {
  const counts: Partial<Record<AttemptClass, number>> = {};
  for (const { outcome } of samples) counts[outcome.class] = (counts[outcome.class] ?? 0) + 1;
  return counts;
}

import { nearestRank } from '../../reports/result/stats/nearest-rank.ts';
import { meanOf, studentInterval } from '../../reports/result/stats/student.ts';
import type { Interval } from '../../reports/result/summary.ts';
import type { ModelBook } from './ledger.ts';
import type { Samples } from './samples.ts';

/** A figure with its 95 % interval; null where samples are too few to bound it. */
export interface Bounded {
  readonly value: number;
  readonly interval: Interval | null;
}

/** How a quantity is spread over calls. */
export interface Spread {
  readonly count: number;
  readonly mean: Bounded;
  readonly p50: Bounded;
  readonly p90: Bounded;
  readonly p99: Bounded;
  /** Standard deviation over mean. */
  readonly variation: number;
}

/** What answers took; null where the log does not say. */
export interface Service {
  readonly latencyMs: Spread | null;
  readonly firstTokenMs: Spread | null;
  readonly inputTokens: Spread | null;
  readonly outputTokens: Spread | null;
  /** Tokens of all answers over the time from their first token to their end. */
  readonly tokensPerSecond: number | null;
  /** Whether tokens come at about that speed in every answer: standard deviation of the time a token, over its mean, at most 0.3. */
  readonly steady: boolean;
}

/** Fewer say nothing of a distribution. */
const fewest = 10;

const mostVariation = 0.3;

/** `whole` has first tokens where attempts have none. */
export function serviceOf(attempts: ModelBook, whole?: ModelBook): Service {
  const book = attempts.firstToken.count() < fewest && whole !== undefined ? whole : attempts;
  const perToken = spreadOf(book.perTokenMs);
  return {
    latencyMs: spreadOf(attempts.latency),
    firstTokenMs: spreadOf(book.firstToken),
    inputTokens: spreadOf(attempts.inputTokens),
    outputTokens: spreadOf(attempts.outputTokens),
    tokensPerSecond: book.streamingMs > 0 && book.firstToken.count() >= fewest ? (book.tokens / book.streamingMs) * 1000 : null,
    steady: perToken !== null && perToken.variation <= mostVariation,
  };
}

/** Quantiles with the interval of order statistics, the mean with that of Student, both as if calls were independent. */
export function spreadOf(samples: Samples): Spread | null {
  const sorted = samples.sorted();
  const estimated = meanOf(Array.from(sorted));
  if (sorted.length < fewest || estimated === null) return null;
  const quantile = (p: number): Bounded => ({ value: nearestRank(sorted, p) ?? 0, interval: quantileInterval(sorted, p) });
  const mean = samples.sum() / samples.count();
  return {
    count: samples.count(),
    mean: { value: mean, interval: studentInterval({ ...estimated, value: mean }) },
    p50: quantile(0.5),
    p90: quantile(0.9),
    p99: quantile(0.99),
    variation: mean > 0 ? (estimated.error * Math.sqrt(sorted.length)) / mean : 0,
  };
}

/** Ranks n·p ± 1.96·√(n·p·(1 − p)), where both are ranks of samples. */
function quantileInterval(sorted: Float64Array, p: number): Interval | null {
  const middle = sorted.length * p;
  const reach = 1.96 * Math.sqrt(middle * (1 - p));
  const low = sorted[Math.floor(middle - reach) - 1];
  const high = sorted[Math.ceil(middle + reach)];
  return low === undefined || high === undefined ? null : [low, high];
}

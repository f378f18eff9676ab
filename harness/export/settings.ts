import type { StrategySpec } from '../strategy/spec.ts';

/** What generated code knows of a strategy; times in ms, what is left out is unbounded or not there. */
export interface Settings {
  readonly targets: readonly string[];
  /** The last of `targets` is the one that is tried once when all others have failed. */
  readonly floor?: true;
  readonly order: 'retry-first' | 'route-first';
  readonly moveOn: readonly string[];
  readonly afterFirstToken: 'fail' | 'restart';
  readonly attempts: number;
  readonly totalAttempts?: number;
  readonly totalWaitMs?: number;
  readonly when: readonly string[];
  readonly statuses?: readonly (number | '4xx' | '5xx')[];
  readonly shouldRetry: 'follow' | 'ignore';
  readonly hint: StrategySpec['retry']['hint'];
  readonly limit?: { readonly permits: number; readonly hold: 'attempt' | 'request'; readonly queue?: number; readonly maxWaitMs?: number };
  readonly attemptMs?: number;
  readonly headersMs?: number;
}

export function settingsOf({ route, retry, limit, timeout }: StrategySpec): Settings {
  const { ordered, floor, order, on, afterFirstToken } = route;
  const permits = limit?.rule.fixed;
  return {
    targets: floor === undefined ? ordered : [...ordered, floor],
    ...(floor !== undefined && { floor: true }),
    order,
    moveOn: on,
    afterFirstToken,
    attempts: retry.attempts,
    ...(retry.totalAttempts !== undefined && { totalAttempts: retry.totalAttempts }),
    ...(retry.totalWait !== undefined && { totalWaitMs: retry.totalWait }),
    when: retry.when,
    ...(retry.statuses !== undefined && { statuses: retry.statuses }),
    shouldRetry: retry.shouldRetry ?? 'follow',
    hint: retry.hint,
    ...(limit !== undefined &&
      typeof permits === 'number' && {
        limit: {
          permits,
          hold: limit.hold,
          ...(typeof limit.queue.length === 'number' && { queue: limit.queue.length }),
          ...(typeof limit.queue.maxWait === 'number' && { maxWaitMs: limit.queue.maxWait }),
        },
      }),
    ...(timeout.attempt !== undefined && { attemptMs: timeout.attempt }),
    ...(timeout.headers !== undefined && { headersMs: timeout.headers }),
  };
}

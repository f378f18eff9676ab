import type { Breaker, BreakerScope } from '../../../harness/strategy/breaker/breaker.ts';

export const usual: BreakerScope = { open: 10_000, probes: 1, factor: 1, cap: 600_000 };

/** Attempts that take no time, at these instants in ms: `s`, `f` and `n` for success, failure and neutral; what was admitted. */
export function played(breaker: Breaker, script: readonly (readonly [number, string])[]): readonly boolean[] {
  return script.flatMap(([nowMs, ends]) =>
    [...ends].map((end) => {
      const admitted = breaker.admit(nowMs);
      if (admitted) ended(breaker, nowMs, end);
      return admitted;
    }),
  );
}

/** An attempt that was sent `durationMs` ago ends. */
export function ended(breaker: Breaker, nowMs: number, end: string, durationMs = 0): void {
  breaker.ended({ nowMs, durationMs, verdict: end === 's' ? 'success' : end === 'f' ? 'failure' : 'neutral' });
}

/** How many of the attempts written are sent before the first that is not. */
export function sentBeforeOpen(breaker: Breaker, ends: string, nowMs = 0): number {
  const at = played(breaker, [[nowMs, ends]]).indexOf(false);
  return at < 0 ? ends.length : at;
}

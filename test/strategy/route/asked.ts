import type { Route } from '../../../harness/strategy/route/route.ts';
import type { AttemptClass } from '../../../reports/result/outcome.ts';

export interface Ask {
  readonly nowMs?: number;
  readonly uniform?: number;
}

/** Where a request goes first; undefined: nowhere. */
export function firstOf(route: Route, { nowMs = 0, uniform = 0.5 }: Ask = {}) {
  const none = route.targets.map(() => 0);
  return route.next({ sends: none, open: none.map(() => true), last: -1, moveOn: true, nowMs, uniform });
}

/** An attempt that took so long has ended. */
export function ended(route: Route, position: number, nowMs: number, of: AttemptClass, durationMs = 1000, retryAfterMs?: number): void {
  const verdict = of === 'ok' ? 'success' : of === 'quota' || of === 'client_error' || of === 'cancelled' ? 'neutral' : 'failure';
  route.sent?.(position, nowMs - durationMs);
  route.ended?.({ nowMs, position, durationMs, verdict, outcome: { class: of, reason: 'test' }, retryAfterMs });
}

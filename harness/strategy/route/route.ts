import type { Outcome } from '../../../reports/result/outcome.ts';

/** Facts about one request's way down the ladder; the lists have one entry a position of `targets`. */
export interface RoutePast {
  /** Sends to each target so far. */
  readonly sends: readonly number[];
  /**
   * A target can be sent to (again): it can take the request, and the retry rule has allowed another send when it failed
   * last, or it was never tried.
   */
  readonly open: readonly boolean[];
  /** Position tried last, -1 before the first. */
  readonly last: number;
  /** The last failure is one that moves on to another target: its class is in the strategy's `on`. */
  readonly moveOn: boolean;
  readonly nowMs: number;
  /** In (0, 1); the same for every question about one request. */
  readonly uniform: number;
}

/** One finished attempt as a route sees it. */
export interface RouteSample {
  readonly nowMs: number;
  readonly position: number;
  readonly durationMs: number;
  /** As in LimitSample: neutral says nothing about the target. */
  readonly verdict: 'success' | 'failure' | 'neutral';
  readonly outcome: Outcome;
  /** The wait that the provider asked for, ms. */
  readonly retryAfterMs: number | undefined;
}

/**
 * Where to send next: a position in `targets`, and whether the wait that the retry rule gave for that target comes first;
 * undefined when nothing is left. Without `wait` the client still lets the target's own hint pass.
 */
export type RouteDecision =
  | {
      readonly position: number;
      readonly wait: boolean;
      /** Not before this instant, ms; a wait for it counts as backoff, and against `totalWait`. */
      readonly notBeforeMs?: number | undefined;
    }
  | undefined;

/**
 * Never names a position that is not open. `next` changes nothing, so that the client may ask twice. A route without
 * `ended` is a pure function of the past and shared by all clients; one with it is made once per client.
 */
export interface Route {
  readonly targets: readonly string[];
  /** Looks at `uniform`; a route that neither draws nor learns starts every request at the same target. */
  readonly draws?: true | undefined;
  next(past: RoutePast): RouteDecision;
  /** Why it puts this position off because of how earlier requests went, in a word; undefined when it does not. */
  putsOff?(position: number, nowMs: number): string | undefined;
  /** An attempt is sent to this position. */
  sent?(position: number, nowMs: number): void;
  ended?(sample: RouteSample): void;
}

export interface RouteScope {
  /** What the strategy's `route` lists, in its order; at least one. */
  readonly targets: readonly string[];
}

/** Facts about one request's way down the ladder. */
export interface RoutePast {
  /** Sends per position of `targets`, same order. */
  readonly sends: readonly number[];
  /** Position tried last, -1 before the first. */
  readonly last: number;
  /** Another send to the last target is allowed by the retry rule. */
  readonly retryAllowed: boolean;
  /** The last failure is one that moves on to another target. */
  readonly moveOn: boolean;
}

/** Where to send next: a position in `targets`, and whether the backoff wait comes first; undefined when nothing is left. */
export type RouteDecision = { readonly position: number; readonly wait: boolean } | undefined;

export interface Route {
  readonly targets: readonly string[];
  next(past: RoutePast): RouteDecision;
}

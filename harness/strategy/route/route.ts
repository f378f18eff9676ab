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
}

/**
 * Where to send next: a position in `targets`, and whether the wait that the retry rule gave for that target comes first;
 * undefined when nothing is left. Without `wait` the client still lets the target's own hint pass.
 */
export type RouteDecision = { readonly position: number; readonly wait: boolean } | undefined;

/** Pure: the same past gives the same decision. Never names a position that is not open. */
export interface Route {
  readonly targets: readonly string[];
  next(past: RoutePast): RouteDecision;
}

export interface RouteScope {
  /** What the strategy's `route` lists, in its order; at least one. */
  readonly targets: readonly string[];
}

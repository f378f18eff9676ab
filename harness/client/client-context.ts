import type { Clock } from '../../sim/kernel/clock.ts';
import type { Request } from '../../sim/kernel/transport.ts';
import type { Parts } from '../strategy/create.ts';
import type { Route } from '../strategy/route/route.ts';
import type { Gates } from './gates.ts';
import type { Observer } from './observer.ts';
import type { Parking } from './parking.ts';
import type { Permits } from './permits.ts';
import type { Target } from './target.ts';

/** What a client is made of. */
export interface ClientOptions {
  readonly clock: Clock;
  readonly parts: Parts;
  readonly route: Route;
  /** In the order of the route. */
  readonly targets: readonly Target[];
  /** By position of the route; one and the same at all of them unless each target has its own limit. */
  readonly permits: readonly Permits[] | undefined;
  /** Undefined for a strategy without budget, pace and breaker whose route neither learns nor draws. */
  readonly gates: Gates | undefined;
  readonly observer: Observer | undefined;
  /** Hears what a request's parts threw; the request then ends as `unknown`. Without it the error is thrown. */
  readonly crashed?: ((error: unknown) => void) | undefined;
}

/** What all requests of one client share. */
export interface ClientContext extends ClientOptions {
  readonly parking: Parking | undefined;
  /** Where every request starts, for there is no past yet; not known beforehand where there are gates: -1. */
  readonly firstPosition: number;
  /** Per target, before the first send; copied, which is cheaper than filled. */
  readonly noneSent: readonly number[];
  readonly allOpen: readonly boolean[];
  /** Targets that can take the request; all when none can, so that one of them says so. */
  readonly openFor: (request: Request) => readonly boolean[];
}

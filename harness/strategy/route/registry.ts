import type { Registry } from '../../../sim/kernel/plugin.ts';
import { byHand } from './by-hand.ts';
import { cooldown } from './cooldown.ts';
import { health } from './health.ts';
import { leastInFlight } from './least-in-flight.ts';
import { ordered } from './ordered.ts';
import type { Route, RouteScope } from './route.ts';
import { weighted } from './weighted.ts';

/** Every way through a list of targets, by name. */
export const routes = { ordered, health, weighted, 'least-in-flight': leastInFlight, cooldown, 'by-hand': byHand } satisfies Registry<
  Route,
  RouteScope
>;

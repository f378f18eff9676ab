import type { Registry } from '../../../sim/kernel/plugin.ts';
import { ordered } from './ordered.ts';
import type { Route, RouteScope } from './route.ts';

/** Every way down a list of targets, by name. */
export const routes = { ordered } satisfies Registry<Route, RouteScope>;

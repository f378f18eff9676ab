import type { Registry } from '../../../sim/kernel/plugin.ts';
import type { Breaker, BreakerScope } from './breaker.ts';
import { consecutive } from './consecutive.ts';
import { count } from './count.ts';
import { sampling } from './sampling.ts';

/** Every rule for keeping attempts from a target that fails, by name. */
export const breakers = { consecutive, count, sampling } satisfies Registry<Breaker, BreakerScope>;

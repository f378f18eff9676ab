import type { Registry } from '../../../sim/kernel/plugin.ts';
import { delay } from './delay.ts';
import type { Hedge } from './hedge.ts';
import { percentile } from './percentile.ts';

/** Every way to decide when an attempt is sent once more, by the tag that selects it in a scenario. */
export const hedges = { delay, percentile } satisfies Registry<Hedge>;

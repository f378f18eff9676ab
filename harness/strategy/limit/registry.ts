import type { Registry } from '../../../sim/kernel/plugin.ts';
import { aimd } from './aimd.ts';
import { fixed } from './fixed.ts';
import { gradient } from './gradient.ts';
import { gradient2 } from './gradient2.ts';
import type { Limit, LimitScope } from './limit.ts';
import { schedule } from './schedule.ts';
import { vegas } from './vegas.ts';

/** Every rule for the number of attempts in flight, by name. */
export const limits = { fixed, aimd, vegas, gradient2, gradient, schedule } satisfies Registry<Limit, LimitScope>;

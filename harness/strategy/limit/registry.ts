import type { Registry } from '../../../sim/kernel/plugin.ts';
import { aimd } from './aimd.ts';
import { fixed } from './fixed.ts';
import type { Limit, LimitScope } from './limit.ts';
import { schedule } from './schedule.ts';

/** Every rule for the number of attempts in flight, by name. */
export const limits = { fixed, aimd, schedule } satisfies Registry<Limit, LimitScope>;

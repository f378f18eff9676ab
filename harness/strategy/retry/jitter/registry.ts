import type { Registry } from '../../../../sim/kernel/plugin.ts';
import { additive } from './additive.ts';
import { decorrelated } from './decorrelated.ts';
import type { Jitter } from './jitter.ts';
import { none } from './none.ts';
import { scale } from './scale.ts';

/** Every jitter by name. */
export const jitters = { none, scale, additive, decorrelated } satisfies Registry<Jitter>;

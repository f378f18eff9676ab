import type { Registry } from '../../../sim/kernel/plugin.ts';
import type { Adapt } from './adapt.ts';
import { unwrap } from './unwrap.ts';

/** Every adapter of answers by name. */
export const adapters = { unwrap } satisfies Registry<Adapt>;

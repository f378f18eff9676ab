import type { Registry } from '../../../sim/kernel/plugin.ts';
import { exponential } from './exponential.ts';
import { fixed } from './fixed.ts';
import { list } from './list.ts';
import { none } from './none.ts';
import { polly } from './polly.ts';
import type { Backoff } from './retry.ts';

/** Every rule for the wait before a retry, by name. */
export const retries = { none, fixed, list, exponential, polly } satisfies Registry<Backoff>;

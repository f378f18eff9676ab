import type { Registry } from '../../../sim/kernel/plugin.ts';
import { fifo } from './fifo.ts';
import type { NewQueue } from './queue.ts';

/** Every order in which waiters get their permits, by name. */
export const queues = { fifo } satisfies Registry<NewQueue>;

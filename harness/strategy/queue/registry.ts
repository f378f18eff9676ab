import type { Registry } from '../../../sim/kernel/plugin.ts';
import { deadline } from './deadline.ts';
import { fifo } from './fifo.ts';
import { lifo } from './lifo.ts';
import { priority } from './priority.ts';
import type { NewQueue } from './queue.ts';

/** Every order in which waiters get their permits, by name. */
export const queues = { fifo, priority, deadline, lifo } satisfies Registry<NewQueue>;

import { AsyncResource } from 'node:async_hooks';
import type { AnyFunction } from './replace.ts';

/**
 * Jobs of Node's thread pool end in real order. Here their results wait until the loop has died, so that all of them are
 * there, and are then delivered one by one in the order of the calls, each followed by all that it causes, before time moves.
 */
export interface PoolGate {
  /** Holds the result of the job that `start` starts. */
  promise<Value>(start: () => Promise<Value>): Promise<Value>;
  /** Starts a job with a callback in the place of `callback` that holds the result. */
  callback(callback: AnyFunction, start: (held: AnyFunction) => unknown): unknown;
  /** Delivers one result; false when none waits. */
  deliver(): boolean;
  /** Results are held from now on: Node's loader must get its own while nobody delivers. */
  close(): void;
  /** Delivers everything, and holds nothing more. */
  open(): void;
}

interface Job {
  /** Set when its result is there. */
  deliver: (() => void) | undefined;
}

/** `begun` is told of every job. */
export function createPoolGate(begun: () => void): PoolGate {
  const jobs = new Set<Job>();
  let open = true;
  const begin = (): Job => {
    const job: Job = { deliver: undefined };
    jobs.add(job);
    begun();
    return job;
  };
  const end = (job: Job, deliver: () => void): void => {
    job.deliver = deliver;
    if (open) deliverFirst(jobs);
  };
  return {
    promise: (start) => {
      if (open) return start();
      return new Promise((resolve, reject) => {
        const job = begin();
        start().then(
          (value) => end(job, () => resolve(value)),
          (error: unknown) => end(job, () => reject(error)),
        );
      });
    },
    callback: (callback, start) => {
      if (open) return start(callback);
      const scope = new AsyncResource('HeldResult', { requireManualDestroy: true });
      const job = begin();
      try {
        return start((...results) => end(job, () => void scope.runInAsyncScope(callback, undefined, ...results)));
      } catch (error) {
        jobs.delete(job);
        throw error;
      }
    },
    deliver: () => deliverFirst(jobs),
    close: () => {
      open = false;
    },
    open: () => {
      open = true;
      while (deliverFirst(jobs));
    },
  };
}

/** Delivers the first result that is there: a job that waits for another one of its own is passed over. */
function deliverFirst(jobs: Set<Job>): boolean {
  for (const job of jobs) {
    if (job.deliver === undefined) continue;
    jobs.delete(job);
    job.deliver();
    return true;
  }
  return false;
}

import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { asking } from './asking.ts';

/** Watches how late an empty timer is on this machine, in a thread that does nothing else. */
export interface TimerWatch {
  /** Lateness since it was last asked, ms, ascending. */
  take(): Promise<Float64Array>;
  stop(): Promise<void>;
}

export function watchTimers(): TimerWatch {
  const worker = new Worker(pathToFileURL(packagePath('dist', 'harness', 'run', 'live', 'timer-worker.js')));
  const ask = asking<'take', Float64Array>(worker, 'empty timers');
  return {
    take: () => ask('take'),
    async stop() {
      await worker.terminate();
    },
  };
}

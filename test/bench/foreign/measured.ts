import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What a stretch of calls took of its process, all of its threads. */
export interface Measured {
  readonly calls: number;
  /** Without the first tenth of the calls, in which code is loaded and compiled. */
  readonly perCpuSecond: number;
  /** From the first call to the last. */
  readonly cpuSeconds: number;
  /** After a collection, a tenth into the calls and at their end. */
  readonly heapBytes: readonly [number, number];
  /** Outside of the heap: samples and records. */
  readonly outsideBytes: readonly [number, number];
}

/** A stretch of calls under way. */
export interface Measuring {
  /** A tenth of them is over. */
  tenth(): void;
  end(calls: number): Measured;
}

/** To be called before anything takes the thread over. */
export function measuring(): Measuring {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const [cpuUsage, memoryUsage] = [process.cpuUsage.bind(process), process.memoryUsage.bind(process)];
  const first = cpuUsage();
  let begun = first;
  let before = { heapUsed: Number.NaN, arrayBuffers: Number.NaN };
  const memory = (): typeof before => {
    collect();
    return memoryUsage();
  };
  const seconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1e6;
  return {
    tenth() {
      before = memory();
      begun = cpuUsage();
    },
    end(calls) {
      const [rest, all] = [seconds(cpuUsage(begun)), seconds(cpuUsage(first))];
      const after = memory();
      return {
        calls,
        perCpuSecond: (calls * 0.9) / rest,
        cpuSeconds: all,
        heapBytes: [before.heapUsed, after.heapUsed],
        outsideBytes: [before.arrayBuffers, after.arrayBuffers],
      };
    },
  };
}

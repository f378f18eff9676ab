import { replace } from './replace.ts';
import type { VirtualTimers } from './timers.ts';

interface Waiting {
  readonly async: boolean;
  readonly value: unknown;
}

type WaitAsync = (array: Int32Array | BigInt64Array, index: number, expected: number | bigint, timeout?: number) => Waiting;

/**
 * `Atomics.waitAsync` with its time-out on the virtual clock. Who has timed out still counts as a waiter for `Atomics.notify`:
 * nothing takes one out of Node's list.
 */
export function installWaitAsync({ setTimeout }: VirtualTimers): void {
  const real = Reflect.get(Atomics, 'waitAsync') as WaitAsync | undefined;
  if (real === undefined) return;
  const waitAsync: WaitAsync = (array, index, expected, timeout) => {
    const ms = Number(timeout ?? Number.POSITIVE_INFINITY);
    // Loaders of modules wait without an end; 0 and less times out at once.
    if (!(ms > 0 && ms < Number.POSITIVE_INFINITY)) return real(array, index, expected, timeout);
    const waiting = real(array, index, expected);
    if (!waiting.async) return waiting;
    const value = new Promise((resolve) => {
      const timer = setTimeout(() => resolve('timed-out'), ms);
      (waiting.value as Promise<unknown>).then((end) => {
        timer.close();
        resolve(end);
      });
    });
    return { async: true, value };
  };
  replace(Atomics, 'waitAsync', waitAsync);
}

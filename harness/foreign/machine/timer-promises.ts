import type { AnyFunction } from './replace.ts';
import type { Timeout } from './timeout.ts';

type Start = (callback: AnyFunction, ms?: unknown, ...args: unknown[]) => Timeout;

export interface TimerPromiseParts {
  readonly setTimeout: Start;
  readonly setInterval: Start;
  readonly setImmediate: (callback: AnyFunction, ...args: unknown[]) => NodeJS.Immediate;
}

interface WaitOptions {
  readonly signal?: AbortSignal;
  readonly ref?: boolean;
}

/** Everything of `node:timers/promises`. */
export function createTimerPromises({ setTimeout, setInterval, setImmediate }: TimerPromiseParts) {
  const after = <Value>(ms?: number, value?: Value, options: WaitOptions = {}): Promise<Value> =>
    waiting(options.signal, (resolve) => {
      const timer = setTimeout(() => resolve(value as Value), ms);
      if (options.ref === false) timer.unref();
      return () => timer.close();
    });
  const soon = <Value>(value?: Value, options: WaitOptions = {}): Promise<Value> =>
    waiting(options.signal, (resolve) => {
      const immediate = setImmediate(() => resolve(value as Value));
      return () => clearImmediate(immediate);
    });
  return {
    functions: {
      setTimeout: named('setTimeout', after),
      setImmediate: named('setImmediate', soon),
      setInterval: named('setInterval', (ms?: number, value?: unknown, options?: WaitOptions) => ticks(setInterval, ms, value, options)),
    },
    scheduler: {
      wait: (ms: number, options?: WaitOptions) => after(ms, undefined, options),
      yield: () => soon(),
    },
  };
}

/** Resolves with what `start` hands on; rejects, and undoes what `start` did, when the signal fires first. */
function waiting<Value>(signal: AbortSignal | undefined, start: (resolve: (value: Value) => void) => () => void): Promise<Value> {
  if (signal?.aborted === true) return Promise.reject(aborted(signal));
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      undo();
      reject(aborted(signal));
    };
    const undo = start((value) => {
      signal?.removeEventListener('abort', onAbort);
      resolve(value);
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** A value a tick, also for ticks that came while nobody asked; ends with the consumer or the signal. */
async function* ticks<Value>(
  setInterval: Start,
  ms: number | undefined,
  value: Value,
  { signal, ref }: WaitOptions = {},
): AsyncGenerator<Value> {
  const isAborted = (): boolean => signal?.aborted === true;
  if (isAborted()) throw aborted(signal);
  let due = 0;
  let wake: (() => void) | undefined;
  const onAbort = (): void => wake?.();
  const timer = setInterval(() => {
    due += 1;
    wake?.();
  }, ms);
  if (ref === false) timer.unref();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    for (;;) {
      if (due === 0 && !isAborted())
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      for (; due > 0; due--) yield value;
      if (isAborted()) throw aborted(signal);
    }
  } finally {
    timer.close();
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Node's AbortError, which it does not export. */
function aborted(signal: AbortSignal | undefined): Error {
  const error = new Error('The operation was aborted', { cause: signal?.reason });
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' });
}

function named<Made extends object>(name: string, made: Made): Made {
  return Object.defineProperty(made, 'name', { value: name, configurable: true });
}

import timers from 'node:timers';
import timerPromises from 'node:timers/promises';
import type { Clock } from '../../../sim/kernel/clock.ts';
import { callingPlace } from './calling-place.ts';
import type { Findings } from './finding.ts';
import type { Immediates } from './immediates.ts';
import { type AnyFunction, dressed, replace } from './replace.ts';
import { Timeout } from './timeout.ts';
import { createTimerLists } from './timer-lists.ts';
import { createTimerPromises } from './timer-promises.ts';

const longestMs = 2_147_483_647;

export interface TimerOptions {
  readonly clock: Clock;
  readonly immediates: Immediates;
  readonly findings: Findings;
}

/** The timers of Node, on the virtual clock; for parts of the machine. */
export interface VirtualTimers {
  readonly setTimeout: (run: () => void, ms: number) => Timeout;
}

/**
 * Replaces the timers everywhere that Node offers them: globals, `timers`, `timers/promises`; `util.promisify` finds the
 * promise forms through what hangs on Node's own functions.
 */
export function installTimers({ clock, immediates, findings }: TimerOptions): VirtualTimers {
  const real = { setTimeout: globalThis.setTimeout, setInterval: globalThis.setInterval };
  const lists = createTimerLists<Timeout>({ clock, immediately: immediates.real, expire: Timeout.expire });
  const start =
    (repeats: boolean) =>
    (callback: AnyFunction, ms?: unknown, ...args: unknown[]): Timeout => {
      // Node's own words for what is no function.
      if (typeof callback !== 'function') real.setTimeout(callback as () => void);
      return new Timeout(lists, callback, { ms: wholeMs(ms, findings), args, repeats });
    };
  const stop =
    () =>
    (timer: unknown): void => {
      if (timer instanceof Timeout) timer.close();
      else if (typeof timer === 'number' || typeof timer === 'string') lists.byNumber.get(Number(timer))?.close();
      else clearOther(timer);
    };
  const setTimeout = dressed(start(false), real.setTimeout);
  const setInterval = dressed(start(true), real.setInterval);
  const promises = createTimerPromises({ setTimeout, setInterval, setImmediate: immediates.setImmediate });
  Object.assign(timerPromises, promises.functions);
  Object.assign(timerPromises.scheduler, promises.scheduler);
  const functions = {
    setTimeout,
    setInterval,
    setImmediate: immediates.setImmediate,
    clearTimeout: dressed(stop(), globalThis.clearTimeout),
    clearInterval: dressed(stop(), globalThis.clearInterval),
  };
  for (const [name, value] of Object.entries(functions)) {
    replace(globalThis, name, value);
    replace(timers, name, value);
  }
  return { setTimeout };
}

/** As Node reads a delay: whole milliseconds, at least 1; 1 as well for what is longer than 2^31 − 1, or no number. */
function wholeMs(written: unknown, findings: Findings): number {
  const ms = Number(written);
  if (ms > longestMs) findings.note('odd', `a timer of ${ms} ms, more than 2^31 - 1, fires after 1 ms`, callingPlace());
  return ms >= 1 && ms <= longestMs ? Math.trunc(ms) : 1;
}

/** A timer of Node's own, or an object that is shaped like one. */
function clearOther(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'close' in timer && typeof timer.close === 'function' && '_onTimeout' in timer)
    timer.close();
}

import { dressed, replace } from './replace.ts';
import type { VirtualTimers } from './timers.ts';

/** `AbortSignal.timeout` on the virtual clock: Node's own has a timer that nobody can reach. */
export function installAbortTimeout({ setTimeout }: VirtualTimers): void {
  const real = AbortSignal.timeout;
  const timeout = (ms: number): AbortSignal => {
    // Node's own words for what is no delay.
    if (!Number.isInteger(ms) || ms < 0 || ms > 4_294_967_295) return real.call(AbortSignal, ms);
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms);
    timer.unref();
    return controller.signal;
  };
  replace(AbortSignal, 'timeout', dressed(timeout, real));
}

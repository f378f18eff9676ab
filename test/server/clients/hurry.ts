import { onTestFinished, vi } from 'vitest';

/** What Node's timers take, ms; it makes 1 of everything else. */
const longest = 2 ** 31 - 1;

/**
 * Lets the waits that a client asks of `setTimeout` end at once, and writes down how long, ms, each would have been. Only timers that
 * are set from a file whose path `where` matches: the client's own sleep, neither the server's timers nor a timeout.
 */
export function hurry(where: RegExp): number[] {
  const waits: number[] = [];
  const set = globalThis.setTimeout;
  const hurried = (call: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    const sleeping = where.test(new Error('set here').stack?.split('\n').slice(2, 5).join('\n') ?? '');
    if (sleeping) waits.push(ms !== undefined && ms >= 1 && ms <= longest ? ms : 1);
    return set(call, sleeping ? 0 : ms, ...args);
  };
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(hurried as unknown as typeof setTimeout);
  onTestFinished(() => spy.mockRestore());
  return waits;
}

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSharedState } from '../../../harness/foreign/host/shared-state.ts';
import { watch } from '../../../harness/foreign/host/watchdog.ts';

let cpuMs = 0;
beforeEach(() => {
  cpuMs = 0;
  vi.useFakeTimers();
  vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: cpuMs * 600, system: cpuMs * 400 }));
});
afterEach(() => {
  vi.useRealTimers();
});

/** What is heard of a job that uses so much of the processor and has so many events in each tenth of a second. */
function heard(seconds: number, share: number, events = 0): string[] {
  const state = createSharedState(0);
  const told: string[] = [];
  const unwatch = watch(
    state,
    { cpuMs: 10_000, wallMs: 60_000 },
    {
      slow: () => told.push('slow'),
      passed: () => told.push('passed'),
      blocked: ({ what, virtualMs }) => told.push(`${what} (${virtualMs})`),
    },
  );
  for (let look = 0; look < seconds * 10; look++) {
    cpuMs += 100 * share;
    for (let event = 0; event < events; event++) state.alive(look);
    vi.advanceTimersByTime(100);
  }
  unwatch();
  return told;
}

const running = 'the code has been running for 10 s without letting any event pass (undefined)';
const holding = 'the code has held its thread for 60 s without letting any event pass (undefined)';

describe('the watch', () => {
  test.each([
    ['a loop is slow after 1 s of processor time and blocked after 10', hearing(10, 1), ['slow', running]],
    ['a loop on a machine that gives it a fifth has 50 s', hearing(49, 0.2), ['slow']],
    ['what waits without the processor has 60 s', hearing(60, 0), [holding]],
    ['and not less', hearing(59, 0), []],
    ['one event in each look is enough', hearing(20, 1, 1), []],
  ])('%s', (_, run, expected) => expect(run()).toEqual(expected));

  test('events that pass again after a slow one are told, and it has all its time again', () => {
    const state = createSharedState(0);
    const told: string[] = [];
    const tell = (what: string) => (): number => told.push(what);
    const unwatch = watch(
      state,
      { cpuMs: 10_000, wallMs: 60_000 },
      { slow: tell('slow'), passed: tell('passed'), blocked: tell('blocked') },
    );
    for (let look = 1; look <= 198; look++) {
      cpuMs += 100;
      if (look === 99) state.alive(0);
      vi.advanceTimersByTime(100);
    }
    unwatch();
    expect(told).toEqual(['slow', 'passed', 'slow']);
  });

  test('an hour in which the machine sleeps counts as a second', () => {
    const told: unknown[] = [];
    const tell = (happened?: unknown): unknown => told.push(happened);
    const unwatch = watch(createSharedState(0), { cpuMs: 10_000, wallMs: 60_000 }, { slow: tell, passed: tell, blocked: tell });
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000);
    vi.advanceTimersToNextTimer();
    now.mockRestore();
    expect(told).toEqual([]);
    unwatch();
  });
});

function hearing(...args: Parameters<typeof heard>): () => string[] {
  return () => heard(...args);
}

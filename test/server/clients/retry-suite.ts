import { describe, expect, test, vi } from 'vitest';
import type { Caller } from './caller.ts';
import type { Hint } from './expected/hints.ts';
import { type Refusal, shouldRetry, statuses } from './expected/refusals.ts';
import { hurry } from './hurry.ts';
import { scripted } from './scripted.ts';
import type { Bounds } from './waits.ts';

export interface RetrySuite {
  readonly caller: () => Caller;
  /** Of the server; default OpenAI's. */
  readonly dialect?: string;
  /** Path of the file in which the client sleeps. */
  readonly sleeps: RegExp;
  readonly hints: readonly (readonly [headers: Hint['headers'], answer: Bounds | string])[];
  readonly who: 'openai' | 'ai' | 'langchain';
  /** Bounds, ms, of each wait where `retry-after` asks for this. */
  readonly waits: (n: number, askedMs: number) => Bounds;
  /** How many retries the tests in real time let it make by itself. */
  readonly retries: number;
}

const busy = { error: { message: 'Busy.', type: 'server_error', param: null, code: null } };

/** A machine that does something else meanwhile lets an attempt be so late, ms; Node's timers may be 1 ms early. */
const late = 3000;
const early = 1;

/** When a client tries again by itself: what it asks of its timer, and when its attempts arrive in real time. */
export function testRetries(suite: RetrySuite): void {
  testHints(suite);
  testShouldRetry(suite);
  testRealTime(suite);
}

function testHints({ caller, dialect, sleeps, hints }: RetrySuite): void {
  describe('A6: how far it trusts a hint', () => {
    test.each(hints.map(([headers, answer]) => [JSON.stringify(headers), headers, answer] as const))('%s', async (_, headers, answer) => {
      const slept = hurry(sleeps);
      const { url, attempts } = await scripted({ dialect, replies: [{ status: 429, headers, body: busy }] });
      const outcome = await caller()({ url, stream: false });
      if (typeof answer === 'string') {
        expect([outcome.raised?.name, slept, await attempts()]).toEqual([answer, [], 1]);
        return;
      }
      expect([outcome.raised, slept.length, await attempts()]).toEqual([undefined, 1, 2]);
      expect(slept[0]).toBeGreaterThanOrEqual(answer[0]);
      expect(slept[0]).toBeLessThanOrEqual(answer[1]);
    });
  });
}

function testShouldRetry({ caller, dialect, sleeps, who }: RetrySuite): void {
  const attemptsOf = async ({ status, shouldRetry: header }: Refusal): Promise<number> => {
    hurry(sleeps);
    const headers = header === undefined ? {} : { 'x-should-retry': header };
    const { url, attempts } = await scripted({ dialect, rest: { status, headers, body: busy } });
    expect((await caller()({ url, stream: false })).raised?.status).toBe(status);
    return attempts();
  };

  describe('A12: x-should-retry', () => {
    test.each(shouldRetry.map((row) => [row.status, row.shouldRetry, row] as const))('%i and %s', async (_, __, row) => {
      expect(await attemptsOf(row)).toBe(row[who]);
    });
  });

  test.each(statuses.map((row) => [row.status, row[who], row] as const))('a %i makes %i attempts', async (_, times, row) => {
    expect(await attemptsOf(row)).toBe(times);
  });

  test('a lost connection is retried like a full server', async () => {
    hurry(sleeps);
    const { url, gaps } = await scripted({ dialect, rest: { refuse: 'reset' } });
    expect((await caller()({ url, stream: false })).raised?.status).toBeUndefined();
    expect(gaps()).toHaveLength((who === 'langchain' ? 7 : 3) - 1);
  });
}

function testRealTime({ caller, dialect, waits, retries, hints }: RetrySuite): void {
  describe('in real time', () => {
    test('A4: waits as long as retry-after says', async () => {
      const reply = { status: 429, headers: { 'retry-after': '1.2' }, body: busy };
      const { url, attempts, gaps } = await scripted({ dialect, replies: [reply, reply] });
      const { raised, text } = await caller()({ url, stream: true });
      expect([raised, text.split(' ').length, await attempts()]).toEqual([undefined, 5, 3]);
      expectGaps(gaps(), [waits(0, 1200), waits(1, 1200)]);
    });

    test('A6: 25 days are more than a timer takes', async () => {
      const [headers, answer] = hints.find(([{ 'retry-after': asked }]) => asked === '2200000') ?? [{}, ''];
      const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
      const { url, attempts, gaps } = await scripted({ dialect, rest: { status: 429, headers, body: busy } });
      expect((await caller()({ url, stream: false, retries: 1 })).raised?.status).toBe(429);
      const overflows = warn.mock.calls.filter(([, what]) => String(what) === 'TimeoutOverflowWarning');
      if (typeof answer === 'string') {
        expect([await attempts(), overflows]).toEqual([1, []]);
        return;
      }
      const [low, high] = answer;
      expect([await attempts(), overflows.length]).toEqual([2, high <= 1 ? 1 : 0]);
      expect(gaps()[0]).toBeGreaterThanOrEqual(low - early);
    });

    test('backs off by its own formula where nothing says how long', async () => {
      const { url, gaps } = await scripted({ dialect, rest: { status: 503, body: busy } });
      expect((await caller()({ url, stream: false, retries })).raised?.status).toBe(503);
      expectGaps(
        gaps(),
        Array.from({ length: retries }, (_, n) => waits(n, 0)),
      );
    });
  });
}

/** Gaps between attempts in real time, each within its bounds; nobody is early, and a busy machine may be late. */
export function expectGaps(gaps: readonly number[], bounds: readonly Bounds[]): void {
  expect(gaps).toHaveLength(bounds.length);
  gaps.forEach((gap, index) => {
    const [low, high] = bounds[index] ?? [0, 0];
    expect(gap).toBeGreaterThanOrEqual(low - early);
    expect(gap).toBeLessThanOrEqual(high + late);
  });
}

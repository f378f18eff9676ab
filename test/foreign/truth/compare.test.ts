import { describe, expect, test } from 'vitest';
import type { AttemptRecord } from '../../../sim/server/attempt-record.ts';
import { compare, courseOf, median } from './compare.ts';
import type { SeenInReal } from './worlds.ts';

const record = (atMs: number, endMs: number, more: object = {}) =>
  ({
    ...{ model: 'p/m', outcome: 'admitted', status: 200, left: false, tokensWritten: 6, stream: false, path: '/' },
    ...{ wallMs: 1000 + atMs, receivedAt: atMs * 1000, endedAt: endMs * 1000 },
    ...more,
  }) as AttemptRecord;

/** A call of two attempts that begins 500 ms into the server's time, and 1,500 ms into the calendar's. */
function seen(secondMs: number, more: object = {}, late: SeenInReal['late'] = []): SeenInReal {
  const records = [
    record(500 + secondMs, 500 + secondMs + 70, more),
    record(500, 505, { status: 503 }),
    record(0, 5, { model: 'p/other' }),
  ];
  return { records, ends: { m: { value: '6 words', atEpochMs: 1500 + secondMs + 70 } }, unhandled: [], late };
}

const virtual = courseOf(seen(1000), 'm');
const compared = (real: SeenInReal) => compare(virtual, courseOf(real, 'm'), real);

describe('two courses of a call', () => {
  test('are counted from the first attempt', () => {
    expect(virtual.attempts.map(({ beganMs, endedMs }) => [beganMs, endedMs])).toEqual([
      [0, 5],
      [1000, 1070],
    ]);
    expect([virtual.overMs, virtual.beganEpochMs, virtual.end]).toEqual([1070, 1500, { value: '6 words' }]);
  });

  test('are as far apart as the times that are furthest', () => {
    expect(compared(seen(1000)).apartMs).toBe(0);
    expect(compared(seen(1021))).toMatchObject({ apartMs: 21, apartInTimeMs: 21 });
    expect(compared(seen(979))).toMatchObject({ apartMs: 21, apartInTimeMs: 21 });
  });

  test('are never the same where something else than a time differs', () => {
    for (const more of [{ status: 500 }, { left: true }, { tokensWritten: 5 }, { outcome: 'capacity' }])
      expect(compared(seen(1000, more, [[2000, 900]]))).toMatchObject({
        apartMs: Number.POSITIVE_INFINITY,
        apartInTimeMs: Number.POSITIVE_INFINITY,
      });
    const real = seen(1000);
    expect(compared({ ...real, ends: { m: { error: { code: 'X' }, atEpochMs: 2570 } } }).apartMs).toBe(Number.POSITIVE_INFINITY);
    expect(compared({ ...real, records: real.records.slice(1) }).apartMs).toBe(Number.POSITIVE_INFINITY);
  });

  test('are excused by timers that were late meanwhile, once for each of five times', () => {
    expect(compared(seen(1100, {}, [[2000, 10]]))).toMatchObject({ apartMs: 100, apartInTimeMs: 50 });
    expect(compared(seen(1100, {}, [[2000, 4]]))).toMatchObject({ apartInTimeMs: 100 });
    for (const at of [1400, 3000]) expect(compared(seen(1100, {}, [[at, 900]]))).toMatchObject({ apartInTimeMs: 100 });
  });
});

test('of three the middle one counts', () => {
  expect([median([30, 10, 20]), median([1, 2]), median([])]).toEqual([20, 2, Number.POSITIVE_INFINITY]);
});

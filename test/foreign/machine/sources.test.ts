import { beforeAll, expect, test } from 'vitest';
import { inChildProcess, inVirtualTime, type Ran } from './run-thread.ts';

let first: Ran;
let second: Ran;

beforeAll(async () => {
  [first, second] = await Promise.all([inVirtualTime('sources'), inVirtualTime('sources')]);
});

test('every clock tells the virtual time', () => {
  // 1,800,000,000 s after 1970 is 15 January 2027, 08:00 UTC.
  const [at0, at1500, between] = first.log;
  expect(at0).toEqual({
    'Date.now': 1_800_000_000_000,
    'new Date': '2027-01-15T08:00:00.000Z',
    Date: true,
    'performance.now': 0,
    'perf_hooks.now': 0,
    timeOrigin: 1_800_000_000_000,
    hrtime: [0, 0],
    bigint: '0',
    uptime: 0,
    Intl: '15/01/2027, 08:00:00',
    parts: '00',
    'Intl of 0': '01/01/1970, 00:00:00',
  });
  expect(at1500).toEqual({
    'Date.now': 1_800_000_001_500,
    'new Date': '2027-01-15T08:00:01.500Z',
    Date: true,
    'performance.now': 1500,
    'perf_hooks.now': 1500,
    timeOrigin: 1_800_000_000_000,
    hrtime: [1, 500_000_000],
    bigint: '1500000000',
    uptime: 1.5,
    Intl: '15/01/2027, 08:00:01',
    parts: '01',
    'Intl of 0': '01/01/1970, 00:00:00',
  });
  expect(between).toEqual([1, 500_000_000]);
});

test('all luck is that of the machine, the same twice', () => {
  const [random, ...drawn] = first.log[3] as [number, ...unknown[]];
  // The first draw of Park and Miller's generator from 20,261,130: (seed · 48,271 mod (2^31 − 1)) / (2^31 − 1).
  expect(random).toBe(((20_261_130 * 48_271) % 2_147_483_647) / 2_147_483_647);
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(drawn).toEqual([
    expect.stringMatching(uuid),
    expect.stringMatching(uuid),
    expect.stringMatching(/^[0-9a-f]{12}$/),
    expect.any(Number),
    expect.any(Number),
    [expect.any(Number), expect.any(Number)],
    [expect.any(Number), expect.any(Number), expect.any(Number)],
    // Filled from the second element on, two of them.
    [0, expect.any(Number), expect.any(Number), 0],
    expect.stringMatching(uuid),
  ]);
  expect(second).toEqual(first);
});

test('a Date is a Date', () => {
  expect(first.log[5]).toEqual([true, 8, true, true, 7, 2030, '2030-01-01T00:00:00.000Z', 1000, 2000, 'Date', 7, true, Number.NaN]);
});

test('real things are there for the thread itself: no virtual time passes while they run', () => {
  expect(first.log[7]).toEqual([true, 1_500_000]);
  expect(first.findings).toEqual([]);
});

test('what is wrong is said in the words of Node', () => {
  // The third is the code of a DOMException that is a TypeMismatchError.
  expect(first.log.slice(8)).toEqual(['ERR_OUT_OF_RANGE', 'ERR_OUT_OF_RANGE', 17, 'ERR_OUT_OF_RANGE']);
});

test('Temporal.Now tells the virtual time, where it exists', async () => {
  const flags = 'Temporal' in globalThis ? [] : ['--harmony-temporal'];
  const { log } = await inChildProcess('temporal', {}, flags);
  expect(log).toEqual([
    '2027-01-15T08:00:01.5Z',
    '2027-01-15T08:00:01.5+00:00[UTC]',
    '2027-01-15T08:00:01.5',
    '2027-01-15',
    '08:00:01.5',
    // Without a zone it is the zone of the machine.
    true,
  ]);
});

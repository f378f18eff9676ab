import { beforeAll, describe, expect, test } from 'vitest';
import { inChildProcess, inVirtualTime, type Ran } from './run-thread.ts';

/** What each operation ends with; what it takes, where that is not nothing. */
const ends: readonly (readonly [name: string, end: unknown, tookMs?: number])[] = [
  ['promises', 1000],
  ['nextTick', 'ticked'],
  ['Blob', 360_000],
  ['FormData', 360_000],
  ['node streams', 'ABC'],
  ['web streams', 360_000],
  ['toWeb and fromWeb', 5],
  ['one setImmediate', 'immediate'],
  ['five setImmediate', undefined],
  ['timers/promises.setImmediate', 'soon'],
  ['MessageChannel', 4],
  ['BroadcastChannel', 'hello on day'],
  ['zlib callback', expect.any(Number)],
  ['zlib stream', 360_000],
  ['CompressionStream', 360_000],
  ['WebCrypto digest', expect.any(String)],
  ['WebCrypto sign', true],
  ['WebCrypto generateKey', 'secret'],
  ['scrypt', expect.any(String)],
  ['fs callback', true],
  ['fs promises', 10],
  ['fs stream', true],
  ['dns.lookup', expect.stringMatching(/^RefusedError: dns\.lookup is refused/)],
  ['import()', ['late']],
  ['WebAssembly.compile', [true, true]],
  ['awaited stdout write', 'written'],
  ['a real worker', expect.stringMatching(/^RefusedError: worker_threads\.Worker is refused/)],
  ["unref'd MessagePort", 4],
  ["unref'd Immediate", false],
  ['two racing pool jobs', undefined],
  ['pool job racing immediates', undefined],
  // Its own time-out.
  ['Atomics.waitAsync', 'timed-out', 5],
];

let first: Ran;
let second: Ran;

beforeAll(async () => {
  first = await inVirtualTime('adversarial');
  second = await inVirtualTime('adversarial');
});

const entry = ({ log }: Ran, name: string): unknown => log.find((line) => Array.isArray(line) && line[0] === name);
const notes = ({ log }: Ran, name: string): unknown[] => log.filter((line) => typeof line === 'string' && line.startsWith(`${name}: `));

describe('between two events', () => {
  test.each(ends.map(([name, end, tookMs = 0]) => ({ name, end, tookMs })))('$name', ({ name, end, tookMs }) => {
    expect(entry(first, name)).toEqual([name, tookMs, end]);
    expect(notes(first, name).includes(`${name}: TIME PASSED`)).toBe(tookMs > 0);
    expect(entry(second, name)).toEqual(entry(first, name));
    expect(notes(second, name)).toEqual(notes(first, name));
  });

  test('all 32 of them are run, twice with the same log', () => {
    expect(first.log.filter((line) => Array.isArray(line)).map((line) => (line as unknown[])[0])).toEqual(ends.map(([name]) => name));
    expect(second).toEqual(first);
    expect(first.ending).toEqual({ how: 'over' });
  });

  test('results of the pool come in the order of the calls, and after everything else of their instant', () => {
    expect(notes(first, 'two racing pool jobs')).toEqual([
      expect.stringMatching(/: scrypt [0-9a-f]{8}$/),
      expect.stringMatching(/: readFile$/),
      expect.stringMatching(/: digest$/),
    ]);
    expect(notes(first, 'pool job racing immediates')).toEqual(
      [...[0, 1, 2, 3, 4].map((i) => `immediate ${i}`), 'readFile'].map((what) => `pool job racing immediates: ${what}`),
    );
  });

  test('nothing real is started, and what is refused is noted with its time and line', () => {
    expect(first.findings.map(({ kind, what }) => `${kind} ${what}`)).toEqual(['refused dns.lookup', 'refused worker_threads.Worker']);
    for (const { where } of first.findings) expect(where).toMatch(/fixtures\/adversarial\.mjs:\d+$/);
    // Every operation is followed by 10 ms: dns.lookup is the 23rd, the worker the 27th.
    expect(first.findings.map(({ atMs }) => atMs)).toEqual([220, 260]);
  });

  test('a process has the same log as a worker', async () => {
    const plain = JSON.parse(JSON.stringify(first)) as Ran;
    expect(await inChildProcess('adversarial')).toEqual(plain);
  });
});

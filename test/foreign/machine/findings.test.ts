import { describe, expect, test } from 'vitest';
import { inChildProcess, inVirtualTime, type Ran } from './run-thread.ts';

const misbehave = (what: string, options: object = {}): Promise<Ran> => inVirtualTime('misbehaviour', { what, ...options });
const line = expect.stringMatching(/fixtures\/misbehaviour\.mjs:\d+$/);
const over = { how: 'over' };

describe('ways out of the process', () => {
  test('each is refused with an error that names the call, and noted', async () => {
    const { log, findings, ending } = await inVirtualTime('ways-out');
    expect(log.length).toBeGreaterThan(38);
    const calls = (log as [string, string, string][]).map(([name, code, message]) => {
      const [call = ''] = name.split(' ');
      expect([name, code, message]).toEqual([name, 'ERR_REFUSED', expect.stringContaining(`${call} is refused`)]);
      return call;
    });
    const refused = findings.filter(({ kind }) => kind === 'refused');
    expect(refused.map(({ what }) => what)).toEqual(calls);
    // One a millisecond.
    expect(refused.map(({ atMs }) => atMs)).toEqual(calls.map((_, index) => index));
    for (const { where } of refused) expect(where).toMatch(/fixtures\/ways-out\.mjs:\d+$/);
    expect(ending).toEqual(over);
  });

  test('in a process of its own as well, which goes on', async () => {
    const { log, ending } = await inChildProcess('ways-out');
    expect(new Set((log as [string, string, string][]).map(([, code]) => code))).toEqual(new Set(['ERR_REFUSED']));
    expect(ending).toEqual(over);
  });
});

describe('what goes wrong is found, with its virtual time and its line', () => {
  test('a rejection that nobody looks at', async () => {
    const { findings, ending } = await misbehave('unhandled');
    expect(findings).toEqual([{ kind: 'unhandled', what: 'TypeError: nobody looks', atMs: 30, where: line, times: 1 }]);
    expect(ending).toEqual(over);
  });

  test('a rejection with something that is no error', async () => {
    const { findings } = await misbehave('unhandled, no error');
    expect(findings).toEqual([{ kind: 'unhandled', what: 'only text', atMs: 0, where: undefined, times: 1 }]);
  });

  test('exceptions that nobody catches; the listeners of the user hear of them, and the run goes on', async () => {
    const { findings, log } = await misbehave('uncaught');
    expect(findings).toEqual([
      { kind: 'uncaught', what: 'RangeError: in an immediate', atMs: 0, where: line, times: 1 },
      { kind: 'uncaught', what: 'RangeError: in a timer', atMs: 40, where: line, times: 1 },
    ]);
    expect(log).toEqual(['heard of in an immediate', 'heard of in a timer', 'goes on']);
  });

  test('the same at the same place is one finding, counted', async () => {
    const { findings } = await misbehave('the same again');
    expect(findings).toEqual([{ kind: 'unhandled', what: 'Error: again', atMs: 10, where: line, times: 50 }]);
  });

  test('a timer of Node itself', async () => {
    const { findings } = await misbehave('a real timer');
    expect(findings).toEqual([{ kind: 'real', what: 'a timer of Node itself was made (Timeout)', atMs: 0, where: line, times: 1 }]);
  });

  test('a promise that never settles: the thread is idle', async () => {
    const { ending, nowMs } = await misbehave('never settles');
    expect([ending, nowMs]).toEqual([{ how: 'idle' }, 5]);
  });
});

describe('what is left open does not hold up the thread', () => {
  test.each([
    ['a port left open', ['arrives']],
    ['a listener of beforeExit', []],
    ['a leaked interval', [25]],
    ['an idle server', ['made']],
  ])('%s', async (what, expected) => {
    const { log, ending, findings } = await misbehave(what);
    expect([log, ending, findings]).toEqual([expected, over, []]);
  });
});

test('what is printed is kept, as much as there is room for', async () => {
  const { output } = await misbehave('much output');
  // 2,000 lines of 100 characters and one of 8.
  expect(output.text).toBe(`${'x'.repeat(99)}\n`.repeat(656).slice(0, 65_536));
  expect(output.text.length + output.leftOut).toBe(200_008);
});

describe('work without time passing ends as a livelock', () => {
  test.each([
    ['a chain of immediates', 0],
    ['events of the clock', 20],
    ['results of the pool', 0],
  ])('%s', async (what, atMs) => {
    const { ending } = await misbehave(what, { mostEventsPerInstant: 2000 });
    expect(ending).toEqual({ how: 'livelock', atMs, where: line });
  });

  test('a chain of events without a bound of its own ends by that of the clock', async () => {
    const { ending } = await misbehave('events of the clock');
    expect(ending).toEqual({ how: 'livelock', atMs: 20, where: line });
  });

  test('a crowd is none', async () => {
    const { ending, log } = await misbehave('a crowd of events at one instant', { mostEventsPerInstant: 2000 });
    expect([ending, log]).toEqual([over, [1500]]);
  });
});

import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { inRealTime, inVirtualTime } from './run-thread.ts';

const sockets = pathToFileURL(packagePath('dist', 'harness', 'foreign', 'network', 'socket-timeouts.js')).href;

test('short timers fire in the order of Node, with the same words for what is wrong', async () => {
  const [virtual, real] = await Promise.all([inVirtualTime('short-timers'), inRealTime('short-timers')]);
  expect(virtual.log.length).toBeGreaterThan(30);
  expect(virtual.log).toEqual(real);
  expect(virtual.findings).toEqual([]);
  // The pauses, and 140 ms that the last part waits for: 20 ms, seven times.
  expect(virtual.nowMs).toBe(2100 + 7 * 20);
});

test('the store of an AsyncLocalStorage is kept at every place that waits', async () => {
  const { log } = await inVirtualTime('context');
  expect(log.length).toBe(36);
  for (const [store, seen] of log as [string, string][]) expect(seen).toBe(store);
});

test('the longest timer fires after 2^31 - 1 ms, one that is longer at once, which is said', async () => {
  const { log, findings } = await inVirtualTime('misbehaviour', { what: 'a long timer' });
  expect(log).toEqual([1, 2_147_483_647]);
  expect(findings).toEqual([
    {
      kind: 'odd',
      what: 'a timer of 2147483648 ms, more than 2^31 - 1, fires after 1 ms',
      atMs: 0,
      where: expect.stringMatching(/misbehaviour\.mjs:\d+$/),
      times: 1,
    },
  ]);
});

test('setTimeout of http2 sessions and streams is virtual: it fires after its time without traffic, and is refreshed by traffic', async () => {
  const { log, findings } = await inVirtualTime('http2', { sockets });
  expect(log).toEqual([
    // What refreshes whom is Node's to say: a head is traffic of its session alone.
    ['stream idle', 2000],
    ['session idle', 5000],
    ['nothing after the end', 20_000],
  ]);
  expect(findings).toEqual([]);
});

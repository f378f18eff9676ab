import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClientDay, matchers, runClient } from '../../harness/testing/vitest.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';

expect.extend(matchers);

const folder = mkdtempSync(join(tmpdir(), 'a tested client '));
afterAll(() => rmSync(folder, { recursive: true }));

const polite = pathToFileURL(packagePath('examples', 'testing', 'client.mjs'));
const naive = packagePath('test', 'foreign', 'run', 'fixtures', 'fixed-wait.mjs');

/** Every request is refused once, and asks for 3 s; ten in ten seconds. */
const scenario = {
  time: { length: '10s' },
  replications: 1,
  provider: {
    network: { rtt: '0ms' },
    models: { big: { slots: 100, service: '1s' } },
    faults: [{ script: { models: ['big'], per: 'request', replies: [{ refuse: 'capacity', retryAfter: '3s' }] } }],
  },
  workload: { arrivals: { constant: { rate: '1/s' } }, stream: false },
  slo: { errorRate: 0, latency: { p95: '4s' } },
};

const messageOf = (check: () => void): string => {
  try {
    check();
  } catch (error) {
    return (error as Error).message;
  }
  return 'holds';
};

describe('a client that waits 1 s, four times', () => {
  let day: ClientDay;
  beforeAll(async () => {
    day = await runClient(naive, scenario);
  });

  test('has the figures of its summary', () => {
    expect(day.requests).toMatchObject({ offered: 10, ok: 10 });
    expect(day.amplification).toBe(2);
  });

  test('does not honour the 3 s that each of ten refusals asks for', () => {
    expect(day).not.toHonourRetryAfter();
    expect(messageOf(() => expect(day).toHonourRetryAfter())).toMatch(
      /^Retry-After not honoured, 10 of 10\nac-\d at .*again after 1000 ms ok after 1000 ms.*\nWait at least/,
    );
  });

  test('meets bounds, and says which one it does not', () => {
    expect(day).toMeetSlo();
    const slow = { ...day, slo: day.slo.map((bound) => ({ ...bound, bound: bound.measure === 'latency.p95' ? 2000 : bound.bound })) };
    expect(slow).not.toMeetSlo();
    // 10 ms of refusal, 1 s of its own wait and 1 s of service.
    expect(messageOf(() => expect(slow).toMeetSlo())).toBe('not met: latency.p95 2010, bound 2000');
    expect(messageOf(() => expect({ ...day, slo: [] }).toMeetSlo())).toMatch(/^the scenario has no slo to meet/);
  });

  test('amplifies by two', () => {
    expect(day).toAmplifyAtMost(2);
    expect(day).not.toAmplifyAtMost(1.99);
    expect(messageOf(() => expect(day).toAmplifyAtMost(1.99))).toBe('20 attempts for 10 requests are 2.00 a request; the bound is 1.99');
    expect(() => expect(day).not.toAmplifyAtMost(Number.NaN)).toThrow('found NaN');
  });
});

test('a client that keeps the waits, of a scenario in a file whose own strategies are left out', async () => {
  const file = join(folder, 'ours.yaml');
  writeFileSync(file, JSON.stringify({ ...scenario, strategies: [{ name: 'ours' }, { name: 'other' }], baseline: 'other' }));
  const day = await runClient(polite, pathToFileURL(file));
  expect(day.name).toBe('client');
  expect(day).toHonourRetryAfter();
});

test('where nobody asks for a wait, nothing was honoured', async () => {
  const { faults: _, ...provider } = scenario.provider;
  const day = await runClient(polite, JSON.stringify({ ...scenario, provider }));
  expect(day).not.toHonourRetryAfter();
  expect(messageOf(() => expect(day).toHonourRetryAfter())).toMatch(/^no request was sent again/);
});

test('a client that sends nothing amplifies nothing, which is no success, and why stands below', async () => {
  const idle = packagePath('test', 'foreign', 'run', 'fixtures', 'no-key.mjs');
  const day = await runClient(idle, scenario);
  expect(day.attempts.sent).toBe(0);
  expect(day).not.toAmplifyAtMost(2);
  expect(messageOf(() => expect(day).toAmplifyAtMost(2))).toMatch(/^0 attempts for 10 requests are .*\nclient fails by itself/);
});

test('a scenario that is wrong and a client that fails are errors', async () => {
  await expect(runClient(polite, { ...scenario, provider: { models: { big: { slots: -1 } } } })).rejects.toThrow(/slots/);
  await expect(runClient(polite, 'strategies: [')).rejects.toThrow(/scenario:1/);
  await expect(runClient(join(folder, 'none.mjs'), scenario)).rejects.toThrow(/none\.mjs/);
  await expect(runClient(undefined as never, null as never)).rejects.toThrow(
    /client: expected the path.*\n?.*scenario: expected an object/,
  );
  await expect(runClient(new URL('http://localhost/client.mjs'), scenario)).rejects.toThrow(/expected the path or the file URL/);
  await expect(runClient(polite, pathToFileURL(join(folder, 'none.yaml')))).rejects.toThrow(/none\.yaml.*there is no such file/);
  const broken = join(folder, 'broken.mjs');
  writeFileSync(broken, "throw new Error('not today');");
  await expect(runClient(broken, scenario)).rejects.toThrow(/^the client fails: .*not today/);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runScenario } from '../../../harness/run/run.ts';
import { loadScenario } from '../../../harness/scenario/load.ts';
import type { StrategyFold } from '../../../reports/result/fold.ts';
import type { Result } from '../../../reports/result/result.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { InputError } from '../../../sim/kernel/problem.ts';

const fixture = (name: string): string => packagePath('test', 'foreign', 'run', 'fixtures', name);

/** Ten minutes in which many requests are refused at first. */
function day(strategies: readonly object[], more: object = {}): object {
  return {
    time: { length: '10m' },
    replications: 2,
    provider: { models: { big: { slots: 8, service: { exponential: '1s' } } } },
    workload: { arrivals: { poisson: { rate: '7/s' } }, stream: false },
    strategies,
    ...more,
  };
}

async function ran(scenario: object): Promise<Result> {
  const { scenario: loaded } = await loadScenario({ text: JSON.stringify(scenario) });
  return runScenario(loaded, { workers: 0 });
}

function named(result: Result, name: string): StrategyFold {
  const found = result.strategies.find((strategy) => strategy.name === name);
  if (found === undefined) throw new Error(`no strategy ${name}`);
  return found;
}

const ours = { name: 'ours', retry: { fixed: '1s', attempts: 4, hint: { use: 'ignore' } } };
const theirs = { name: 'theirs', code: fixture('fixed-wait.mjs') };

describe('code of the user’s lives through the day that our strategies live through', () => {
  test.each([
    ['to the last answer', {}],
    ['cut off', { time: { length: '10m', drain: '1s' } }],
  ])('a client that does what a strategy of ours does has every one of its figures, %s', async (_what, more) => {
    const result = await ran(day([ours, theirs], more));
    const own = named(result, 'ours');
    const code = named(result, 'theirs');
    expect(code.failure).toBeNull();
    expect(own.replications[0]?.requests.offered).toBeGreaterThan(4000);
    expect(own.replications[0]?.requests.failed).toBeGreaterThan(50);
    // Why it gave up, and what it waits for before it sends, nobody outside of it knows; of a plain reply the provider knows when its first token was there, and code outside of it does not.
    const figures = ({ replications }: StrategyFold) =>
      replications.map(({ identities: _, gaveUpBy: __, samples: { queueWaitMs: ___, firstTokenMs: ____, ...samples }, ...fold }) => ({
        ...fold,
        samples,
      }));
    expect(figures(code)).toEqual(figures(own));
  });

  test('twice is the same', async () => {
    const [one, other] = [await ran(day([theirs])), await ran(day([theirs]))];
    expect(JSON.stringify(other)).toBe(JSON.stringify(one));
  });

  test.each([
    ['what says nothing of whose it is belongs to the request in whose course it was sent', { code: fixture('own-words.mjs') }],
    ['of several ids the caller’s own counts', { code: fixture('history.mjs') }],
    ['over connections that are used again, by the id', { code: fixture('over-sockets.mjs') }],
    ['another package than the provider’s is given its own base URL', { code: { module: fixture('messages.mjs'), dialect: 'anthropic' } }],
  ])('%s', async (_what, code) => {
    const result = await ran(day([{ name: 'once' }, { name: 'code', ...code }], { replications: 1 }));
    const [once, own] = ['once', 'code'].map((name) => named(result, name).replications[0]);
    expect(own?.attempts).toEqual(once?.attempts);
    expect(own?.requests).toEqual(once?.requests);
  });

  test('a factory makes a client for each of the workload’s', async () => {
    const scenario = day([{ name: 'each', code: fixture('per-client.ts') }], {
      time: { length: '1m' },
      replications: 1,
      workload: { arrivals: { poisson: { rate: '1/s' } }, clients: 3 },
    });
    const { replications } = named(await ran(scenario), 'each');
    const { offered = 0, failed, failures } = replications[0]?.requests ?? {};
    expect(offered).toBeGreaterThan(30);
    // It sends nothing, so that what it throws is all there is.
    expect([failed, failures?.unknown, replications[0]?.attempts.sent]).toEqual([offered, offered, 0]);
  });

  test('a call that never settles is in flight at the end, and holds up nothing', async () => {
    const scenario = day([{ name: 'never', code: fixture('never-settles.mjs') }], { time: { length: '1m' }, replications: 1 });
    const { replications } = named(await ran(scenario), 'never');
    const { offered, inFlightAtEnd } = replications[0]?.requests ?? {};
    expect(offered).toBeGreaterThan(300);
    expect(inFlightAtEnd).toBe(offered);
  });
});

describe('what would end a process, or never end, fails with what it was and where', () => {
  const short = { time: { length: '1m' }, replications: 1 };
  test.each([
    ['waits-at-import.mjs', 'code', /^the module waits 1500 ms while it is loaded/],
    ['nobodys-over-sockets.mjs', 'code', /^\d+ attempts belong to no request that anybody can tell: send the prompt/],
    ['nobodys.mjs', 'code', /^\d+ attempts belong to no request that anybody can tell: send the prompt/],
  ])('%s', async (file, code, message) => {
    const { failure } = named(await ran(day([{ name: 'code', code: fixture(file) }], short)), 'code');
    expect(failure).toEqual({ code, message: expect.stringMatching(message) });
  });
});

test('code that cannot go on fails by name and line; the others are as they are without it', async () => {
  const throwing = { name: 'throwing', code: fixture('throws-at-import.mjs') };
  const result = await ran(day([ours, throwing, theirs]));
  const { failure, replications } = named(result, 'throwing');
  expect(failure?.code).toBe('code');
  expect(failure?.message).toContain(`${fixture('throws-at-import.mjs')}:2`);
  expect(failure?.message).toContain("Cannot read properties of undefined (reading 'retries')");
  expect(replications).toEqual([]);
  const without = await ran(day([ours, theirs]));
  expect(result.strategies.filter(({ name }) => name !== 'throwing')).toEqual(without.strategies);
});

describe('what cannot be meant', () => {
  const problems = async (strategies: readonly object[]): Promise<readonly string[]> => {
    const error = await loadScenario({ text: JSON.stringify(day(strategies)) }).catch((thrown: unknown) => thrown);
    if (!(error instanceof InputError)) throw error;
    return error.problems.map(({ key, message }) => `${key}: ${message}`);
  };

  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'code-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('parts of ours beside it', async () => {
    expect(await problems([{ ...theirs, retry: 'none', limit: 5 }])).toEqual([
      'strategies.0.retry: retry says nothing beside code, which makes its own attempts: leave one of the two out',
      'strategies.0.limit: limit says nothing beside code, which makes its own attempts: leave one of the two out',
    ]);
  });

  test('a module that is not there', async () => {
    expect(await problems([{ name: 'x', code: join(folder, 'none.ts') }])).toEqual([
      `strategies.0.code: expected a module, found none at ${join(folder, 'none.ts')}`,
    ]);
  });

  test('another client over it', async () => {
    expect(await problems([{ name: 'x', over: 'theirs' }, theirs])).toEqual([
      'strategies.0.over: code stands alone: expected a strategy of ours under another one',
    ]);
  });

  test('real time', async () => {
    const { scenario } = await loadScenario({ text: JSON.stringify(day([theirs])) });
    const live = { providers: scenario.providers, timeScale: 1, connections: 1, servePort: 0 };
    await expect(runScenario(scenario, { live })).rejects.toThrow(/theirs is code of yours, which runs in virtual time/);
  });

  test('a module is named as the file that it stands in names it', async () => {
    writeFileSync(join(folder, 'mine.mjs'), 'export default () => {};');
    writeFileSync(join(folder, 'day.json'), JSON.stringify(day([{ name: 'mine', code: './mine.mjs' }])));
    const { written } = await loadScenario({ file: join(folder, 'day.json') });
    expect(written.strategies).toEqual([{ name: 'mine', code: './mine.mjs' }]);
  });
});

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

/** Half an hour in which one request in three is refused at first. */
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
  test('a client that does what a strategy of ours does has every one of its figures', async () => {
    const result = await ran(day([ours, theirs]));
    const own = named(result, 'ours');
    const code = named(result, 'theirs');
    expect(code.failure).toBeNull();
    expect(own.replications[0]?.requests.offered).toBeGreaterThan(4000);
    expect(own.replications[0]?.requests.failed).toBeGreaterThan(50);
    // Of a plain reply the provider knows when its first token was there, and code outside of it does not.
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

  test('what says nothing of whose it is belongs to the request in whose course it was sent', async () => {
    const { replications } = named(await ran(day([{ name: 'own', code: fixture('own-words.mjs') }], { replications: 1 })), 'own');
    const { replications: marked } = named(await ran(day([{ name: 'once' }], { replications: 1 })), 'once');
    expect(replications[0]?.attempts).toEqual(marked[0]?.attempts);
    expect(replications[0]?.requests.ok).toBe(marked[0]?.requests.ok);
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

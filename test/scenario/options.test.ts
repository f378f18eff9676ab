import { describe, expect, test } from 'vitest';
import { loadScenario, type ScenarioSource } from '../../harness/scenario/load.ts';
import { linesFor } from './problems.ts';
import { smallest } from './smallest.ts';

const load = (text: string, more: ScenarioSource = {}) => loadScenario({ text, env: {}, ...more });

describe('options', () => {
  test('--set changes a value, also inside a preset; what is wrong names the option', async () => {
    const text = `${smallest}  - preset: hammer\n`;
    const { scenario } = await load(text, { sets: ['seed=9', 'strategies.hammer.retry.attempts=7', 'strategies.naive.limit=3'] });
    expect(scenario.seed).toBe(9);
    expect(scenario.strategies[2]).toMatchObject({ name: 'hammer', retry: { attempts: 7, backoff: { fixed: 200 } } });
    expect(scenario.strategies[0]?.limit?.rule).toEqual({ fixed: 3 });
    expect(await linesFor(text, { sets: ['seed=-1', 'tiem.length=1h', 'strategies.hamer.limit=3'] })).toEqual([
      '--set strategies.hamer.limit=3 strategies.hamer.limit: expected a name or position in the list, found hamer; did you mean hammer?',
      '--set tiem.length=1h tiem: unknown key tiem; did you mean time?',
      '--set seed=-1 seed: expected a whole number from 0 up (50000, 50k or 1M), found -1',
    ]);
  });

  test('--requests stops early; what is wrong names the option', async () => {
    expect((await load(smallest, { requests: '5k' })).scenario.workload.requests).toBe(5000);
    expect((await load(smallest, { requests: '100' })).scenario.workload.requests).toBe(100);
    expect(await linesFor(smallest, { requests: 'many' })).toEqual([
      '--requests many workload.requests: expected a whole number from 1 to 20000000 (50000, 50k or 1M), found "many"',
    ]);
  });

  test('--quick keeps one replication', async () => {
    const { scenario, quick } = await load(smallest, { quick: true });
    expect([scenario.replications, quick]).toEqual([1, true]);
  });

  test.each<[string[], string[], string[]]>([
    // vary, only, names
    [['backoff.retry.attempts=1,2'], [], ['naive', 'backoff', 'backoff@retry.attempts=1', 'backoff@retry.attempts=2']],
    [['retry.exponential.base=500ms'], ['backoff'], ['backoff', 'backoff@retry.exponential.base=500ms']],
    [['limit=2..3'], [], ['naive', 'backoff', 'backoff@limit=2', 'backoff@limit=3']], // the only one beside the first
    [['limit=2', 'retry.attempts=1,4'], [], ['naive', 'backoff', 'backoff@limit=2,retry.attempts=1', 'backoff@limit=2,retry.attempts=4']],
    [['limit=2,3'], ['backoff@limit=3', 'naive'], ['naive', 'backoff@limit=3']],
    [['limit=2,3'], ['naive'], ['naive', 'naive@limit=2', 'naive@limit=3']],
    [[], ['backoff'], ['backoff']],
  ])('--vary %j --only %j leaves %j', async (vary, only, names) => {
    const { scenario } = await load(smallest, { vary, only });
    expect(scenario.strategies.map(({ name }) => name)).toEqual(names);
  });

  test('a varied number is in its variant, the other keys stay', async () => {
    const text = smallest.replace('name: naive', '{ name: limited, limit: { fixed: 5, hold: request } }');
    const { scenario } = await load(text, { vary: ['limited.limit=2', 'limited.timeout.idle=3s'] });
    expect(scenario.strategies[2]).toMatchObject({ limit: { rule: { fixed: 2 }, hold: 'request' }, timeout: { idle: 3000 } });
    expect(scenario.sweep).toEqual({
      strategy: 'limited',
      keys: { limit: [2], 'timeout.idle': [3000] },
      variants: ['limited@limit=2,timeout.idle=3s'],
    });
  });

  test('--vary stands instead of the file’s sweep and means the same strategy', async () => {
    const text = `${smallest}  - { name: limited, limit: 5 }\nsweep: { strategy: limited, limit: [1, 2] }\n`;
    const names = async (vary: string[]) => (await load(text, { vary })).scenario.sweep?.variants;
    expect(await names([])).toEqual(['limited@limit=1', 'limited@limit=2']);
    expect(await names(['limit=7'])).toEqual(['limited@limit=7']);
  });

  test.each<[ScenarioSource, string]>([
    [{ vary: ['limit'] }, '--vary limit expected key=values'],
    [{ vary: ['limit=0'] }, '--vary limit=0 strategies.backoff.limit: expected a whole number from 1 up'],
    [
      { vary: ['retry.atempts=1'] },
      '--vary retry.atempts=1 strategies.backoff.retry.atempts: backoff has no number retry.atempts: unknown key atempts',
    ],
    [
      { vary: ['classify=1'] },
      '--vary classify=1 strategies.backoff.classify: expected a numeric key of the strategy; classify is "by-shape"',
    ],
    [{ vary: ['naive.limit=1', 'backoff.limit=2'] }, '--vary naive.limit=1 expected one strategy to vary, found naive and backoff'],
    [{ vary: ['limit=1..30', 'retry.attempts=1..30'] }, 'expected at most 500 variants, found 900'],
    [{ only: ['naiv'] }, '--only naiv no strategy is called naiv; did you mean naive?'],
  ])('%j: %s', async (source, line) => {
    const lines = await linesFor(smallest, source);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(line);
  });

  test('which strategy is meant has to be said where there are several', async () => {
    expect(await linesFor(`${smallest}  - name: third\n`, { vary: ['limit=1'] })).toEqual([
      '--vary limit=1 say which strategy, such as --vary naive.limit=1; known: naive, backoff, third',
    ]);
  });

  test('a baseline that is not kept gives its place to the first, with a warning where there is something to compare', async () => {
    const { scenario, warnings } = await load(`${smallest}  - name: third\n`, { only: ['backoff', 'third'] });
    expect(scenario.baseline).toBe('backoff');
    expect(warnings).toEqual(['the baseline naive is not among the strategies kept; backoff takes its place']);
    const alone = await load(smallest, { only: ['backoff'] });
    expect([alone.scenario.baseline, alone.warnings]).toEqual(['backoff', []]);
  });

  test('what is tuned goes with its strategy', async () => {
    const text = `${smallest}tune: { strategy: backoff, retry.attempts: 1..3 }\n`;
    expect((await load(text, { only: ['backoff'] })).scenario.tune?.strategy).toBe('backoff');
    const without = await load(text, { only: ['naive'] });
    expect(without.scenario.tune).toBeUndefined();
    expect(without.written).not.toHaveProperty('tune');
  });
});

import { describe, expect, test } from 'vitest';
import { foldReplication } from '../../harness/run/fold-replication.ts';
import { simulate } from '../../harness/run/simulate.ts';
import { Simulation } from '../../harness/run/simulation.ts';
import { measures } from '../../reports/result/measures/registry.ts';
import { attemptClasses, gaveUpReasons, hardClasses, requestClasses } from '../../reports/result/outcome.ts';
import { summarise } from '../../reports/result/summarise.ts';
import { eventClass } from '../../sim/kernel/clock.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { longestChain } from '../../sim/kernel/virtual-clock.ts';
import { refusalNames } from '../../sim/provider/faults/refusal.ts';
import { readTree } from '../architecture/source-tree.ts';
import { scenario } from '../support/scenario.ts';
import { generatedPart, names, page, table } from './page.ts';

const model = page('docs/model.md');

/** Every pair of a stream's name and the kind of its second part that the code asks luck for. */
function streamsInCode(): ReadonlySet<string> {
  const files = readTree(packagePath(), ['sim', 'harness'], ['.ts']);
  const calls = [...files]
    .filter(([path]) => !path.startsWith('harness/testing/'))
    .flatMap(([, text]) => [...text.matchAll(/\.stream\((?:'([a-z-]+)'|`([a-z]+) \$\{layer\}`)[,)]/g)]);
  return new Set(calls.map(([, plain, layered]) => plain ?? `${layered} L`));
}

/** One row a measure; the four percentiles of a column share one. */
function measureTable(): string {
  const rows = new Map<string, { readonly names: string[]; readonly cells: readonly string[] }>();
  for (const { name, unit, better, per, kind, describe } of Object.values(measures)) {
    const what = describe.replace(/^\d+th percentile: /, '');
    const row = rows.get(`${kind} ${what}`) ?? { names: [], cells: [kind, unit, better, per, what] };
    row.names.push(`\`${name}\``);
    rows.set(`${kind} ${what}`, row);
  }
  const lines = [...rows.values()].map(({ names, cells }) => `| ${[names.join(', '), ...cells].join(' | ')} |`);
  return ['| measure | kind | unit | better | per | what it is |', '|---|---|---|---|---|---|', ...lines].join('\n');
}

describe('docs/model.md', () => {
  test('has the classes of events in their order', () => {
    const rows = table(model, 'Time and the order of events').map(([order, name]) => [names(name)[0], Number(order)]);
    expect(rows).toEqual(Object.entries(eventClass));
  });

  test('says how long a chain of events may be', () => {
    expect(model.text).toContain(`a chain of more than ${String(longestChain).replace(/000$/, ',000')} events`);
  });

  test('names every stream of luck, and no other', () => {
    const found = streamsInCode();
    expect(found.size).toBeGreaterThan(8);
    expect(new Set(table(model, 'Luck').map(([name]) => names(name)[0]))).toEqual(found);
  });

  test('names everything that a fault can refuse with', () => {
    const cells = table(model, 'Faults').flatMap(([name]) => names(name));
    expect(refusalNames.filter((name) => !cells.includes(name))).toEqual([]);
  });

  test('has every class of an outcome, and says which are hard', () => {
    const rows = table(model, 'Outcomes');
    expect(rows.map(([name]) => names(name)[0])).toEqual([...requestClasses]);
    expect(rows.filter(([, of]) => of?.includes('attempt')).map(([name]) => names(name)[0])).toEqual([...attemptClasses]);
    const hard = rows.filter(([, , meaning]) => meaning?.endsWith('; hard')).map(([name]) => names(name)[0]);
    expect(new Set(hard)).toEqual(hardClasses);
  });

  test('has every reason for which a request gives up', () => {
    expect(table(model, 'Outcomes', 1).map(([name]) => names(name)[0])).toEqual(gaveUpReasons.filter((reason) => reason !== 'none'));
  });

  test('has every identity, word for word', () => {
    const run = new Simulation({ scenario: scenario({}), strategyIndex: 0, replication: 0, raw: false }, new Map());
    while (!run.advance(1000));
    const { identities } = foldReplication(run).fold;
    expect(table(model, 'What is counted').map(([name]) => name)).toEqual(identities.map(({ name }) => name));
  });

  test('lists the measures as the registry has them; UPDATE_GOLDEN=1 writes the list', () => {
    const expected = measureTable();
    expect(generatedPart('docs/model.md', 'measures', expected)).toBe(expected);
  });

  test('explains every key of a strategy in summary.json, and no other', async () => {
    const text = `
time: { length: 10s }
replications: 1
provider: { models: { big: { slots: 8, service: 1s } } }
workload: { arrivals: { poisson: { rate: 7/s } } }
strategies: [ { name: naive } ]
`;
    const [strategy] = summarise(await simulate(text, { workers: 0 })).strategies;
    const explained = table(page('docs/model.md'), 'Measures', 1).flatMap(([keys]) => names(keys));
    expect(new Set(explained)).toEqual(new Set(Object.keys(strategy ?? {})));
  });

  test('explains every key of a recommendation, and no other', async () => {
    const text = `
time: { length: 10s }
replications: 2
provider: { models: { big: { slots: 8, service: 1s } } }
workload: { arrivals: { poisson: { rate: 7/s } } }
strategies: [ { name: naive }, { name: limited, limit: 5 } ]
sweep: { strategy: limited, limit: [5, 8] }
`;
    const { recommendation } = summarise(await simulate(text, { workers: 0 }));
    const explained = table(model, 'The recommendation').flatMap(([keys]) => names(keys));
    expect(new Set(explained)).toEqual(new Set(Object.keys(recommendation ?? {})));
  });
});

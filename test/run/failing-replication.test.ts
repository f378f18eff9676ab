import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { JobBook } from '../../harness/run/job-book.ts';
import type { RawRows } from '../../harness/run/options.ts';
import { loadScenario } from '../../harness/scenario/load.ts';
import { scriptedWorkers } from '../tune/scripted-workers.ts';

test('a strategy that fails in several replications is told by the first of them, however many workers there are', async () => {
  const text = stringify({
    time: { length: '20s' },
    replications: 8,
    provider: { models: { big: { slots: 8, service: '1s' } } },
    workload: { arrivals: { poisson: { rate: '1/s' } } },
    strategies: [{ name: 'fails' }, { name: 'ends' }],
  });
  const { scenario } = await loadScenario({ text });
  const fails = scenario.strategies.findIndex(({ name }) => name === 'fails');
  const jobs = scenario.strategies.flatMap((_, strategyIndex) =>
    Array.from({ length: 8 }, (_, replication) => ({ strategyIndex, replication })),
  );
  const outcomeOf = async (width: number) => {
    // Replications 2, 4, 6 fail, and 2 comes back last of all that are under way.
    const workers = scriptedWorkers(
      scenario,
      (index, replication) =>
        index === fails && replication >= 2 && replication % 2 === 0 ? { failure: `in ${replication}` } : { good: 10, latencyMs: 100 },
      { width, turns: (replication) => 40 - 5 * replication },
    );
    const rows: string[] = [];
    const onRaw = ({ strategy, replication }: RawRows): void => void rows.push(`${strategy} ${replication}`);
    const book: JobBook = new JobBook(scenario, { onRaw }, workers, {
      first: 0,
      done: 0,
      partial: () => {
        throw new Error('not asked for');
      },
    });
    await book.run('main', jobs);
    return { rows, done: book.done, held: book.held, folds: scenario.strategies.map((_, index) => book.fold(index, true)) };
  };
  const one = await outcomeOf(1);
  expect(one.folds[fails]).toMatchObject({ failure: { message: 'in 2' }, replications: [{ replication: 0 }, { replication: 1 }] });
  expect(one.rows.filter((row) => row.startsWith('fails'))).toEqual(['fails 0', 'fails 1']);
  for (const width of [2, 8]) expect(await outcomeOf(width), String(width)).toEqual(one);
});

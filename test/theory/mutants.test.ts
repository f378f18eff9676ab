import { afterAll, describe, expect, test } from 'vitest';
import { page, table } from '../docs/page.ts';
import { type Finding, lookAt, planOf, seeds } from './examine.ts';
import { lineOf } from './lines.ts';
import type { Row } from './row.ts';
import { rows } from './rows.ts';

/** What is wrong in the engine, as a run shows it: the row goes on expecting what is right. */
interface Mutant {
  readonly name: string;
  readonly of: (row: Row) => Row;
}

/** Attempts refused for capacity among attempts sent: what a provider counts that takes a retry for a new caller. */
const refusedAttempts: Row['figures'][number]['of'] = ({ output: { fold } }) => fold.attempts.capacityRefused / fold.attempts.sent;

const mutants: readonly Mutant[] = [
  { name: 'service takes 5 % longer', of: (row) => ({ ...row, system: { ...row.system, serviceSeconds: 1.05 } }) },
  { name: 'one slot more', of: (row) => ({ ...row, system: { ...row.system, slots: row.system.slots + 1 } }) },
  {
    name: 'a retry counts as an arrival',
    of: (row) => ({
      ...row,
      system: { ...row.system, retry: '{ fixed: 1s, attempts: 3 }' },
      figures: row.figures.map((figure) => ({ ...figure, of: refusedAttempts })),
    }),
  },
];

/** Rows that are cheap, with the figure that all mutants touch. */
const lossy = [
  '10 slots, 10 Erlang, exponential',
  '5 slots, 10 Erlang, hyperexponential',
  '3 slots, 10 users who think 2 s, exponential',
  '1 slots, 2 places, 1 Erlang',
];
const waiting = ['3 slots, 2 Erlang', '2 slots, 1 Erlang'];

function rowsOf(names: readonly string[], figure: string): readonly Row[] {
  return names.map((name) => {
    const row = rows.find((one) => one.name === name && one.figures.some((each) => each.name === figure));
    if (row === undefined) throw new Error(`no row ${name} with the figure ${figure}`);
    return { ...row, figures: row.figures.filter((each) => each.name === figure) };
  });
}

const lines: string[] = [];

async function failing(mutant: Mutant, row: Row): Promise<readonly Finding[]> {
  const plan = planOf(row, Number.POSITIVE_INFINITY);
  const wrong = mutant.of(row);
  const findings = await lookAt({ ...plan, row: wrong, figures: wrong.figures }, seeds);
  lines.push(...findings.map((finding) => `${mutant.name}: ${lineOf(row, finding)}`));
  return findings.filter(({ holds }) => !holds);
}

afterAll(() => console.log(lines.join('\n')));

test('docs/proof.md has every wrong engine', () => {
  // The last one takes a file of its own: order.test.ts.
  const names = [...mutants.map(({ name }) => name), 'departures after arrivals'];
  expect(table(page('docs/proof.md'), 'Wrong engines').map(([name]) => name)).toEqual(names);
});

describe.each(mutants)('$name: the comparison with theory fails', (mutant) => {
  test.each(rowsOf(lossy, 'refused'))('$group: $name', async (row) => expect(await failing(mutant, row)).toHaveLength(1));
});

describe.each(mutants.slice(0, 2))('$name: the comparison with theory fails where nobody is refused', (mutant) => {
  test.each(rowsOf(waiting, 'share that waits'))('$group: $name', async (row) => expect(await failing(mutant, row)).toHaveLength(1));
});

test('a right engine passes what the mutants fail', async () => {
  for (const row of rowsOf(lossy, 'refused')) expect(await failing({ name: 'nothing is wrong', of: (same) => same }, row)).toEqual([]);
});

import { type Plan, planOf } from './examine.ts';
import { rows } from './rows.ts';
import { mostInTest } from './verifies.ts';

/** What is known of each group of systems, as docs/proof.md has it. */
const known: Readonly<Record<string, string>> = {
  'Erlang B': 'refusals by the slots and the load alone, the same for constant, exponential, log-normal and hyperexponential service',
  'ours and tenants': 'ours and theirs are refused as one load of the sum would be, for the same or for other holding times',
  Engset: '`users`: refusals and calls a second of a closed loop (Engset 1918), for exponential and constant service',
  'D/D/c/c': 'constant arrivals and service meet at the same instants: exactly what does not fit is refused, not one more',
  'Erlang C': 'a queue without a bound: the share that waits, the mean wait',
  'M/M/1': 'one slot and a queue: the mean wait, the 99th percentile of the time in the system',
  'M/D/1': 'the same with constant service: the mean wait (Pollaczek and Khinchine)',
  'M/M/c/K': 'a queue with places: refusals, how many are there and how many wait, time and wait, how often nobody is there',
  permits: 'the client’s own queue for its `limit`: wait and share that waits, as if permits were slots',
};

function line(group: string, plans: readonly Plan[], all: number): string {
  const quick = plans.reduce((sum, { figures }) => sum + figures.length, 0);
  const what = known[group];
  if (what === undefined) throw new Error(`nothing is said of the group ${group}`);
  return `| ${group} | ${what} | ${plans.length} | ${all} | ${quick} |`;
}

/** One line a group: systems, figures, and how many of these `npm test` has time for. */
export function groupTable(): string {
  const groups = [...new Set(rows.map(({ group }) => group))];
  const lines = groups.map((group) => {
    const own = rows.filter((row) => row.group === group);
    return line(
      group,
      own.map((row) => planOf(row, mostInTest)),
      own.reduce((sum, { figures }) => sum + figures.length, 0),
    );
  });
  return ['| group | what is known | systems | figures | in `npm test` |', '|---|---|---|---|---|', ...lines].join('\n');
}

import { type Case, cases } from './cases.ts';
import { type Counts, caseName, type GateFigures } from './figures.ts';

/** Where the table of the gate stands. */
export const gatePart = { page: 'docs/fidelity.md', name: 'gate' } as const;

/** So many in a hundred of the pairs that differ by luck alone may not pass. */
const mostAlarms = 1;
/** So many in a hundred of the changes that cost something have to fail. */
const leastCaught = 95;

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function costText({ costs: of }: Case, costs: number): string {
  return of === 'goodput' ? `${percent(costs)} of goodput` : `${(100 * costs).toFixed(1)} points of errors`;
}

function kind(name: string, counts: Counts | undefined, bound: string): readonly string[] {
  return counts === undefined ? [] : [row([name, counts.tried, counts.failed, counts.undecided, counts.early, bound])];
}

/** The figures as docs/fidelity.md has them; of kinds of pairs that are left out there is no row. */
export function gateTables({ equal, neutral, caught = {} }: Partial<GateFigures>): string {
  const changes = cases.flatMap((each): string[] => {
    const counts = caught[caseName(each)];
    if (counts === undefined) return [];
    const { tried, failed, named, undecided, early, costs } = counts;
    const cells = [`\`${each.scenario}\``, `\`${each.change}\``, costText(each, costs), tried, failed, named, undecided, early];
    return [row([...cells, `${leastCaught} %`])];
  });
  const kinds = [
    ...kind('equal, with other seeds: unpaired', equal, `${mostAlarms} %`),
    ...kind('equal but for a name, or for a limit of 1,000 or 2,000; same seeds', neutral, 'none'),
  ];
  return [...table(ofKinds, kinds), ...table(ofChanges, changes)].join('\n\n');
}

const ofKinds = ['pairs', 'tried', 'failed', 'cannot decide', 'decided by 10 replications', 'may not pass'] as const;
const ofChanges = [
  'scenario',
  'change',
  'costs',
  'tried',
  'failed',
  'by that measure',
  'cannot decide',
  'decided by 10 replications',
  'have to fail',
] as const;

/** A table as one text; none without rows. */
function table(head: readonly string[], rows: readonly string[]): readonly string[] {
  return rows.length === 0 ? [] : [[row(head), row(head.map(() => '---')), ...rows].join('\n')];
}

/** Bounds that the figures miss, as sentences. */
export function missedBounds({ equal, neutral, caught = {} }: Partial<GateFigures>): readonly string[] {
  const alarms = (of: string, counts: Counts | undefined, most: number): readonly string[] => {
    const { tried, failed, undecided } = counts ?? { tried: 0, failed: 0, undecided: 0 };
    return 100 * (failed + undecided) <= most * tried ? [] : [`${failed + undecided} of ${tried} ${of} did not pass`];
  };
  return [
    ...alarms('equal pairs', equal, mostAlarms),
    ...alarms('neutral changes', neutral, 0),
    ...Object.entries(caught).flatMap(([name, { failed, tried }]) =>
      100 * failed >= leastCaught * tried ? [] : [`${name}: ${failed} of ${tried} failed`],
    ),
  ];
}

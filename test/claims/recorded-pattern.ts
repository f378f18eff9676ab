import { learn } from '../../harness/learn/learn.ts';
import { type Ledger, ledgers } from '../../harness/learn/ledger.ts';
import { localClock } from '../../harness/learn/local-clock.ts';
import { readLog } from '../../harness/learn/reading/read-log.ts';
import type { RawRows } from '../../harness/run/options.ts';
import { attemptPieces, attemptsFile } from '../../reports/formats/csv/raw.ts';
import type { Claim, Figure } from './claim.ts';
import { ratio } from './figures.ts';

const recorded = 'recorded';
const both = 'with and without';

/** Hours of the day in the window that the scenario's schedule has, 20:00 to 07:00. */
const scheduled = [20, 21, 22, 23, 0, 1, 2, 3, 4, 5, 6];

/** What `at-capacity learn` reads in attempts.csv. */
async function ledgerOf({ strategy, attempts }: RawRows): Promise<Ledger> {
  const book = ledgers(localClock('Asia/Shanghai', '2026-03-02T08:00'));
  const text = async function* (): AsyncGenerator<string> {
    yield attemptsFile.beginning;
    yield* attemptPieces({ strategy, rows: attempts });
  };
  await readLog({ file: attemptsFile.name, text }, { columns: {}, capacity: new Set() }, book.add);
  const ledger = book.byStrategy().get(strategy);
  if (ledger === undefined) throw new Error(`no calls of ${strategy}`);
  return ledger;
}

const rowsOf = async (runner: Parameters<Figure['of']>[0], run: string, strategy: string): Promise<RawRows> => {
  const found = (await runner.simulate(run)).rows.find((rows) => rows.strategy === strategy);
  if (found === undefined) throw new Error(`no rows of ${strategy}`);
  return found;
};

/** Hours of the schedule that the record of the day shows to be quiet, of all of them. */
const learnt: Figure = {
  from: `hours from 20:00 to 07:00 that are in \`quiet.window\` of \`learn --json\` on attempts.csv, of 11, in ${recorded}`,
  of: async (runner) => {
    const rows = await rowsOf(runner, recorded, 'as-they-come');
    const { quiet } = learn(rows.strategy, await ledgerOf(rows));
    const [from, hours] = [Number(quiet?.window?.from.slice(0, 2)), quiet?.windowHours ?? 0];
    return scheduled.filter((hour) => (hour - from + 24) % 24 < hours).length / scheduled.length;
  },
};

const total = (strategy: string, from: string, of: (rows: RawRows) => number): Figure => ({
  from: `${from} of ${strategy}, in ${both}`,
  of: async (runner) => of(await rowsOf(runner, both, strategy)),
});

const retries = (strategy: string): Figure =>
  total(strategy, 'rows in attempts.csv with `number` above 1', ({ attempts }) => attempts.filter(({ number }) => number > 1).length);
const waits = (strategy: string): Figure =>
  total(strategy, 'sum of `backoffMs` in requests.csv', ({ requests }) => requests.reduce((sum, { backoffMs }) => sum + backoffMs, 0));

export const recordedPattern: Claim = {
  id: 'M24',
  title: 'Record when it is full, and schedule around it',
  says: 'Keep a record of when each capacity error came and how long it lasted, find the pattern, and put the work around it.',
  verdict: 'holds',
  runs: {
    [recorded]: { command: 'run examples/claims/recorded-day.yaml --only as-they-come --raw' },
    [both]: { command: 'run examples/claims/recorded-day.yaml --raw' },
  },
  checks: [
    {
      says: 'hours of the schedule that the record shows to be quiet',
      figure: learnt,
      unit: 'share',
      atLeast: 1,
      of: 'every seed',
      because: 'the schedule of the file is what one day’s record says, and another day’s says it as well',
    },
    {
      says: 'retries, with the schedule against without',
      figure: ratio(retries('at-quiet-hours'), retries('as-they-come')),
      unit: 'ratio',
      atMost: 0.45,
      of: 'every seed',
      because: 'six of ten requests meet the night in the place of the day: 0.4 of the retries remain at most, and a few of the night',
    },
    {
      says: 'time spent waiting between attempts, with the schedule against without',
      figure: ratio(waits('at-quiet-hours'), waits('as-they-come')),
      unit: 'ratio',
      atMost: 0.45,
      of: 'every seed',
      because: 'as the retries; how long a request was held for better hours is not in it: nobody waits for it',
    },
  ],
  notes: [
    'The gateway (`--record`) and live runs (`--raw`) write the record; `at-capacity learn` reads both, and prints the window in the form that `defer` takes.',
    'It helps where the pattern repeats. `learn` says how well earlier days told of later ones where the record has four days or more.',
  ],
};

import type { Check, Claim } from './claim.ts';
import { measured, summed } from './figures.ts';

const minute = 60_000;
const afternoon = '--set time.start=2026-03-02T10:00 --set time.length=8h';
const day = 'run rough-day --only naive --replications 1';
const light = `${day} --set 'strategies.naive.route=[light]'`;
const quiet = `${day} --set 'provider.faults=[]'`;

const hard = ['no-such-model', 'no-permission', 'no-balance', 'too-long'];

const wasted = (strategy: string): Check => ({
  says: `attempts a request against ${strategy}`,
  figure: measured('hard', strategy, 'amplification'),
  unit: 'count',
  atLeast: 6,
  atMost: 6,
  of: 'every seed',
  because: 'one attempt and five retries, none of which can succeed',
});

const longest = (run: string, says: string): Check => ({
  says,
  figure: measured(run, 'naive', 'spells.max'),
  unit: 'ms',
  atLeast: 10 * minute,
  atMost: 20 * minute,
  of: 'mean',
  because: 'more than ten minutes at the peak; spells of 10 to 20 minutes are what the rough day is for',
});

const median = (run: string, says: string): Check => ({
  says,
  figure: measured(run, 'naive', 'spells.p50'),
  unit: 'ms',
  atMost: minute,
  of: 'every seed',
  because: '“in seconds”: under a minute',
});

const count = (run: string, says: string): Check => ({
  says,
  figure: measured(run, 'naive', 'spells.count'),
  unit: 'count',
  atLeast: 2,
  of: 'every seed',
  because: 'one of each kind at least',
});

export const hardAndSoft: Claim = {
  id: 'M1',
  title: 'A full model is a soft error',
  says: 'All concurrent slots of the model are taken at this moment. That passes: in seconds, or, at the peak, only after more than ten minutes. A missing model, a missing permission or an empty account does not pass, and no retry helps.',
  verdict: 'holds',
  runs: {
    flagship: { command: day, brief: `${day} ${afternoon}` },
    light: { command: light, brief: `${light} ${afternoon}` },
    'without the outage': { command: quiet },
    hard: { command: 'run examples/claims/hard-errors.yaml' },
  },
  checks: [
    longest('flagship', 'longest spell of flagship'),
    {
      says: 'longest spell of flagship on any of the days',
      figure: measured('flagship', 'naive', 'spells.max'),
      unit: 'ms',
      atLeast: 10 * minute,
      of: 'every seed',
      because: 'more than ten minutes at the peak',
    },
    median('flagship', 'median spell of flagship'),
    count('flagship', 'spells of flagship a day'),
    longest('light', 'longest spell of light'),
    median('light', 'median spell of light'),
    count('light', 'spells of light a day'),
    longest('without the outage', 'longest spell of flagship from load alone'),
    {
      says: 'refused first, answered within five retries',
      figure: measured('hard', 'at-capacity', 'successByRetry.4'),
      unit: 'share',
      atLeast: 0.8,
      of: 'every seed',
      because: 'soft: most of them succeed; 80 % as in M8',
    },
    {
      says: 'answers to the four hard errors, five retries each',
      figure: summed('hard', 'Σ `requests.ok` of the four others', ({ strategies }) =>
        strategies.filter(({ name }) => hard.includes(name)).reduce((sum, { requests }) => sum + requests.ok, 0),
      ),
      unit: 'count',
      atMost: 0,
      of: 'every seed',
      because: 'no retry helps',
    },
    ...hard.map(wasted),
  ],
  notes: [
    'A spell of a model begins with a refusal for capacity, whoever is refused, and ends when ten seconds pass without one.',
    'Load alone makes a spell of ten minutes on most rough days, not on every one: other tenants’ load swings by 15 % and they come back when they are refused. The outage of twelve minutes makes one on all of them.',
  ],
};

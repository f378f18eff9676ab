import type { Check, Claim, Figure } from './claim.ts';
import { difference, measured, ratio } from './figures.ts';

const file = 'run examples/claims/semaphore.yaml';
const five = '--set provider.models.big.slots=5';

const fifty = 'fifty-at-once';
const semaphore = 'article-semaphore';

const settings = {
  'five slots and a quota': `${file} ${five} --set 'provider.models.big.quota={ rpm: 180, burst: 20, countRefused: { quota: true, capacity: true } }'`,
  'eight slots that slow down': `${file} --set 'provider.models.big.slowdown={ full: 4, power: 2 }'`,
  'five slots': `${file} ${five}`,
  'eight slots': file,
};
type Setting = keyof typeof settings;

/** Makespan of the semaphore over that of fifty at once. */
const relative = (run: Setting): Figure => ratio(measured(run, semaphore, 'makespanMs'), measured(run, fifty, 'makespanMs'));

const finish = (run: Setting, bounds: Pick<Check, 'side' | 'atLeast' | 'atMost' | 'of' | 'because'>): Check => ({
  says: `makespan with the semaphore over that of fifty at once, ${run}`,
  figure: relative(run),
  unit: 'ratio',
  ...bounds,
});

const facts = (run: Setting, side: Check['side']): readonly Check[] => [
  ...[semaphore, fifty].map(
    (strategy): Check => ({
      says: `makespan of ${strategy}, ${run}`,
      side,
      figure: measured(run, strategy, 'makespanMs'),
      unit: 'ms',
      atMost: 3_600_000,
      of: 'every seed',
      because: 'all 500 jobs are done within the hour: none is lost',
    }),
  ),
  {
    says: `attempts wasted by fifty at once, ${run}`,
    side,
    figure: difference(measured(run, fifty, 'attempts.sent'), measured(run, fifty, 'attempts.ok')),
    unit: 'count',
    atLeast: 500,
    of: 'every seed',
    because: 'fifty trip the limit: at least one refusal a job, a judgement',
  },
  {
    says: `attempts wasted by the semaphore, ${run}`,
    side,
    figure: difference(measured(run, semaphore, 'attempts.sent'), measured(run, semaphore, 'attempts.ok')),
    unit: 'count',
    atMost: 0,
    of: 'every seed',
    because: 'five at once fit: no refusal',
  },
  {
    says: `given up and submitted again by fifty at once, ${run}`,
    side,
    figure: measured(run, fifty, 'requests.failed'),
    unit: 'count',
    atLeast: 1,
    of: 'every seed',
    because: 'what would be lost if nobody submitted it again',
  },
];

export const semaphoreOfFive: Claim = {
  id: 'M12',
  title: 'Five at once instead of fifty',
  says: 'Fifty at once trip the limit; a semaphore of five is steadier and often finishes sooner.',
  verdict: 'holds only when',
  condition:
    'asking too often has a price: a quota that counts what it refuses, or answers that get slower the fuller it is. With slots alone, a semaphore of as many as there are takes as long as fifty at once, and one of fewer takes longer.',
  runs: Object.fromEntries(Object.entries(settings).map(([name, command]) => [name, { command }])),
  checks: [
    finish('five slots and a quota', { side: 'when', atMost: 1, of: 'every seed', because: 'finishes sooner' }),
    finish('eight slots that slow down', { side: 'when', atMost: 1, of: 'every seed', because: 'finishes sooner' }),
    finish('five slots', { side: 'unless', atLeast: 0.9, atMost: 1.1, of: 'mean', because: 'as long: within a tenth, a judgement' }),
    finish('eight slots', {
      side: 'unless',
      atLeast: 1.2,
      of: 'every seed',
      because: 'slower: 8 slots of which 5 are used take up to 1.6 times as long',
    }),
    ...(['five slots and a quota', 'eight slots that slow down'] as const).flatMap((run) => facts(run, 'when')),
    ...(['five slots', 'eight slots'] as const).flatMap((run) => facts(run, 'unless')),
    ...(Object.keys(settings) as Setting[]).map(
      (run): Check => ({
        says: `variation of completions per 5 s, semaphore over fifty at once, ${run}`,
        side: run === 'five slots and a quota' || run === 'eight slots that slow down' ? 'when' : 'unless',
        figure: ratio(measured(run, semaphore, 'steadiness'), measured(run, fifty, 'steadiness')),
        unit: 'ratio',
        atMost: 1,
        of: 'mean',
        because: 'steadier',
      }),
    ),
  ],
};

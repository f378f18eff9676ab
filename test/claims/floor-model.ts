import type { Claim } from './claim.ts';
import { measured, strategyIn, summed } from './figures.ts';

const day = 'run rough-day --replications 1 --only';
const afternoon = '--set time.start=2026-03-02T13:00 --set time.length=3h';

export const floorModel: Claim = {
  id: 'M16',
  title: 'A floor to fall on',
  says: 'Keep a cheap, fast model with a lot of room as the last one: there is still an answer when all others fail.',
  verdict: 'holds',
  runs: {
    'with the floor': { command: `${day} with-floor`, brief: `${day} with-floor ${afternoon}` },
    'without it': { command: `${day} fallback`, brief: `${day} fallback ${afternoon}` },
  },
  checks: [
    {
      says: 'requests without an answer, with the floor',
      figure: measured('with the floor', 'with-floor', 'requests.failed'),
      unit: 'count',
      atMost: 0,
      of: 'every seed',
      because: 'still an answer: none without',
    },
    {
      says: 'requests still open, with the floor',
      figure: measured('with the floor', 'with-floor', 'requests.inFlightAtEnd'),
      unit: 'count',
      atMost: 0,
      of: 'every seed',
      because: 'every request has its outcome',
    },
    {
      says: 'requests without an answer, two models and no floor',
      figure: measured('without it', 'fallback', 'requests.failed'),
      unit: 'count',
      atLeast: 1,
      of: 'every seed',
      because: 'all others do fail: else the floor shows nothing',
    },
    {
      says: 'answers of the floor',
      figure: measured('with the floor', 'with-floor', 'attempts.byTarget.floor'),
      unit: 'count',
      atLeast: 1,
      of: 'every seed',
      because: 'the floor answers what the others do not',
    },
    {
      says: 'quality that an answer of a fallback lacks in the mean: flagship has 1, light 0.8, the floor 0.5',
      figure: summed('with the floor', '(1 − `quality`) / `fallbackShare` of with-floor', (summary) => {
        const { quality, fallbackShare } = strategyIn(summary, 'with-floor');
        return (1 - (quality ?? Number.NaN)) / (fallbackShare ?? Number.NaN);
      }),
      unit: 'ratio',
      atLeast: 0.2,
      atMost: 0.5,
      of: 'every seed',
      because: 'quality served is reported: a mean of 0.2 where light answered and 0.5 where the floor did',
    },
  ],
};

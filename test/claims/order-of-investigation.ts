import { type LookName, lookNames } from '../../reports/result/explained.ts';
import type { Check, Claim, Figure } from './claim.ts';
import { measured, ratio, summed } from './figures.ts';

const day = 'run examples/claims/treatment.yaml';
const peakHours = '--set time.start=2026-03-02T14:00 --set time.length=2h';
const outage = '--set \'provider.faults=[ { outage: { pools: [big, small], from: "14:10", for: 12m, tenants: true } } ]\'';

const account = 'account without balance';
const eight = 'eight slots of one’s own';
const plain = 'peak hours';
const broken = 'both models out for 12 minutes';

const share = (run: string, strategy: string, look: LookName): Figure => measured(run, strategy, `explained.${look}`);

/** How far the shares of any strategy are from 1 together. */
const amiss = (run: string): Figure =>
  summed(run, 'the largest distance from 1 of the sum of `explained`, over all strategies', ({ strategies }) => {
    const sums = strategies.flatMap(({ explained }) =>
      explained === null ? [] : [lookNames.reduce((sum, name) => sum + explained[name], 0)],
    );
    return Math.max(0, ...sums.map((sum) => Math.abs(sum - 1)));
  });

const whole = (run: string): Check => ({
  says: `shares of the four headings, how far from 100 % together, ${run}`,
  figure: amiss(run),
  unit: 'points',
  atMost: 0.00001,
  of: 'every seed',
  because: 'every failed request stands under one heading or is divided between two; six digits are kept',
});

export const orderOfInvestigation: Claim = {
  id: 'M31',
  title: 'Error, own concurrency, switch or wait, provider',
  says: 'When requests fail, look in this order: read the error, check how many of one’s own are under way, switch or wait, and only then blame the provider.',
  verdict: 'holds',
  runs: {
    [account]: { command: 'run examples/claims/classifiers.yaml' },
    [eight]: { command: 'run examples/claims/eight-slots.yaml' },
    [plain]: { command: `${day} ${peakHours}` },
    [broken]: { command: `${day} ${outage} ${peakHours}` },
  },
  checks: [
    {
      says: 'failures that reading the error explains, account without balance',
      figure: share(account, 'by-shape-unpaid', 'error'),
      unit: 'share',
      atLeast: 1,
      of: 'every seed',
      because: 'nothing else fails there',
    },
    {
      says: 'failures that own concurrency explains, nobody else at the provider',
      figure: share(eight, 'naive', 'concurrency'),
      unit: 'share',
      atLeast: 1,
      of: 'every seed',
      because: 'all eight slots are held by own attempts whenever one is refused',
    },
    {
      says: 'failed requests once no more are sent than there are slots',
      figure: measured(eight, 'limited@limit=8', 'requests.failed'),
      unit: 'count',
      atMost: 0,
      of: 'every seed',
      because: 'what the heading asks for ends them',
    },
    {
      says: 'failures that a switch or a wait explains, peak hours',
      figure: share(plain, 'naive', 'switchOrWait'),
      unit: 'share',
      atLeast: 0.8,
      of: 'every seed',
      because: 'own calls are 3.5 of 40.3 Erlang: others hold nine slots in ten; a judgement that leaves room for luck',
    },
    {
      says: 'errors that a switch leaves of them',
      figure: ratio(measured(plain, 'switch', 'errorRate'), measured(plain, 'naive', 'errorRate')),
      unit: 'share',
      atMost: 0.05,
      of: 'every seed',
      because: 'what the heading asks for ends nearly all: one in twenty at most, a judgement',
    },
    {
      says: 'failures that leave the provider alone, both models out and both tried',
      figure: share(broken, 'limit', 'provider'),
      unit: 'share',
      atLeast: 0.9,
      of: 'every seed',
      because: 'whoever has switched, waited and sent few at once has nothing left to do; a judgement',
    },
    whole(account),
    whole(eight),
    whole(plain),
    whole(broken),
  ],
};

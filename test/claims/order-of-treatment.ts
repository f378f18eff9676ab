import type { Check, Claim, Figure } from './claim.ts';
import { difference, measured, ratio } from './figures.ts';

const day = 'run examples/claims/treatment.yaml';
const outage = '--set \'provider.faults=[ { outage: { pools: [big, small], from: "14:10", for: 12m, tenants: true } } ]\'';
const peakHours = '--set time.start=2026-03-02T14:00 --set time.length=2h';

const plain = 'peak day';
const broken = 'both models out for 12 minutes';

const errors = (run: string, step: string): Figure => measured(run, step, 'errorRate');
const attempts = (run: string, step: string): Figure => measured(run, step, 'attempts.sent');
const p95 = (run: string, step: string): Figure => measured(run, step, 'latencyMs.withFailures.p95');

/** What a step leaves of the errors of the one before it. */
const left = (run: string, step: string, before: string): Figure => ratio(errors(run, step), errors(run, before));

const moreAttempts = (run: string, step: string, before: string, says: string, bounds: Partial<Check>): Check => ({
  says: `attempts ${says} over those before, ${run}`,
  figure: ratio(attempts(run, step), attempts(run, before)),
  unit: 'ratio',
  of: 'every seed',
  because: 'what the step removes from attempts, or adds',
  ...bounds,
});

export const orderOfTreatment: Claim = {
  id: 'M32',
  title: 'Switch, wait, limit, degrade',
  says: 'When a model is at capacity, in this order: switch to another model, wait, limit how many are under way, degrade.',
  verdict: 'holds only when',
  condition:
    'there is something left for the later steps. On a plain peak day the switch takes nearly all errors and waiting the rest; the limit takes attempts alone, at the price of p95, and degrading does nothing. When both models are out for longer than anybody waits, waiting takes hardly anything, and degrading all that is left.',
  runs: {
    [plain]: { command: day, brief: `${day} ${peakHours}` },
    [broken]: { command: `${day} ${outage}`, brief: `${day} ${outage} ${peakHours}` },
  },
  checks: [
    {
      says: 'errors that the switch leaves, both out for 12 minutes',
      side: 'when',
      figure: left(broken, 'switch', 'naive'),
      unit: 'share',
      atMost: 0.5,
      of: 'mean',
      because: 'the first step takes most: half, a judgement',
    },
    {
      says: 'errors that waiting takes of the rest, both out for 12 minutes',
      side: 'when',
      figure: difference(errors(broken, 'switch'), errors(broken, 'wait')),
      unit: 'points',
      atLeast: -0.005,
      atMost: 0.005,
      of: 'every seed',
      because: 'four attempts wait some seconds, not minutes: half a point at most, a judgement',
    },
    {
      says: 'errors after degrading, both out for 12 minutes',
      side: 'when',
      figure: errors(broken, 'degrade'),
      unit: 'share',
      atMost: 0.001,
      of: 'every seed',
      because: 'the floor model has room for everybody: one in a thousand at most, a judgement',
    },
    {
      says: 'quality that degrading costs, both out for 12 minutes',
      side: 'when',
      figure: difference(measured(broken, 'limit', 'quality'), measured(broken, 'degrade', 'quality')),
      unit: 'ratio',
      atLeast: 0.001,
      of: 'every seed',
      because: 'answers of 0.5 in the place of none: what is bought is paid for',
    },
    {
      says: 'failed with nothing, peak day',
      side: 'unless',
      figure: errors(plain, 'naive'),
      unit: 'share',
      atLeast: 0.02,
      of: 'every seed',
      because: 'there must be something to treat',
    },
    {
      says: 'errors that the switch leaves, peak day',
      side: 'unless',
      figure: left(plain, 'switch', 'naive'),
      unit: 'share',
      atMost: 0.02,
      of: 'every seed',
      because: 'nearly all are gone: one in fifty at most, a judgement',
    },
    {
      says: 'p95 with failures after the switch, peak day',
      side: 'unless',
      figure: p95(plain, 'switch'),
      unit: 'ms',
      atMost: 10_000,
      of: 'every seed',
      because: 'without it one in twenty or more may fail, which is endless; an answer takes 5.6 s in the mean: 10 s, a judgement',
    },
    moreAttempts(plain, 'switch', 'naive', 'with the switch', { side: 'unless', atLeast: 1, atMost: 1.2 }),
    {
      says: 'errors after waiting, peak day',
      side: 'unless',
      figure: errors(plain, 'wait'),
      unit: 'share',
      atMost: 0.0001,
      of: 'every seed',
      because: 'the rest: one in ten thousand at most, a judgement',
    },
    moreAttempts(plain, 'limit', 'wait', 'with the limit', { side: 'unless', atMost: 1 }),
    {
      says: 'p95 with failures that the limit costs, peak day',
      side: 'unless',
      figure: ratio(p95(plain, 'limit'), p95(plain, 'wait')),
      unit: 'ratio',
      atLeast: 1.05,
      of: 'every seed',
      because: 'whoever waits for a permit waits: a twentieth at least, a judgement',
    },
    {
      says: 'errors after the limit, peak day',
      side: 'unless',
      figure: errors(plain, 'limit'),
      unit: 'share',
      atMost: 0.001,
      of: 'every seed',
      because: 'no harm: one in a thousand at most, a judgement',
    },
    moreAttempts(plain, 'degrade', 'limit', 'with degrading', {
      side: 'unless',
      atLeast: 0.995,
      atMost: 1.005,
      because: 'nothing is left to degrade: within half a per cent, a judgement',
    }),
  ],
};

import type { Check, Claim, Figure } from './claim.ts';
import { difference, measured } from './figures.ts';

const day = 'run peak-day --only article-backoff --replications 1';
const peak = '--set time.start=2026-03-02T10:00 --set time.length=6h';
const outage = "--set 'provider.faults=[{ outage: { pools: [big], from: 14:10, for: 12m, tenants: true } }]'";
const holds = (hold: string): string => `${day} ${peak} --set provider.pools.big.otherTenants.hold=${hold}`;

const byThree = (run: string): Figure => measured(run, 'article-backoff', 'successByRetry.2');

const answered = (run: string, says: string, bounds: Pick<Check, 'side' | 'atLeast' | 'atMost' | 'because'>): Check => ({
  says: `answered by retry 3, ${says}`,
  figure: byThree(run),
  unit: 'share',
  of: 'every seed',
  ...bounds,
});

export const threeRetries: Claim = {
  id: 'M8',
  title: 'Three retries are enough for most',
  says: 'Most capacity errors are gone within three retries.',
  verdict: 'holds only when',
  condition:
    'slots come back within seconds, as on the peak day. When others hold theirs for minutes fewer come through, and in an outage hardly any.',
  runs: {
    'the peak day': { command: day, brief: `${day} ${peak}` },
    'holds of 5.5 s': { command: holds('5.5s'), brief: `${holds('5.5s')} --set time.length=2h` },
    'holds of 20 s': { command: holds('20s'), brief: `${holds('20s')} --set time.length=2h` },
    'holds of 120 s': { command: holds('120s'), brief: `${holds('120s')} --set time.length=2h` },
    'the outage': { command: `${day} ${outage} --set time.start=2026-03-02T14:10 --set time.length=12m` },
    'the hour with it': { command: `${day} ${outage} --set time.start=2026-03-02T14:00 --set time.length=1h` },
  },
  checks: [
    answered('the peak day', 'on the peak day', {
      side: 'when',
      atLeast: 0.8,
      atMost: 0.99,
      because: '80 to 99 %: most, and not so many that waiting would be no question',
    }),
    answered('holds of 5.5 s', 'other tenants hold slots for 5.5 s', { side: 'when', atLeast: 0.8, because: 'most: 80 %' }),
    {
      says: 'answered by retry 3 less when others hold slots for 120 s than for 20 s',
      side: 'unless',
      figure: difference(byThree('holds of 20 s'), byThree('holds of 120 s')),
      unit: 'points',
      atLeast: 0.05,
      of: 'every seed',
      because: 'clearly fewer: 5 points, a judgement',
    },
    {
      ...answered('holds of 120 s', 'other tenants hold slots for 120 s', {
        side: 'unless',
        atMost: 0.9,
        because: 'fewer than nine in ten',
      }),
      of: 'mean',
    },
    answered('the outage', 'of what was refused in an outage of 12 minutes', {
      side: 'unless',
      atMost: 0.1,
      because: 'three retries end within 10 s; hardly any outlasts the outage: 10 %, a judgement',
    }),
    {
      ...answered('the hour with it', 'in the hour with that outage', {
        side: 'unless',
        atMost: 0.8,
        because: 'below what counts as most on the peak day',
      }),
      of: 'mean',
    },
  ],
};

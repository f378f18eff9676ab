import type { Check, Claim, Figure } from './claim.ts';
import { measured } from './figures.ts';

/** A ready workload in the place of the peak day's own, with the retries that everybody advises. */
const day = (preset: string): string =>
  `run peak-day --only article-backoff --replications 1 --set 'workload={ preset: ${preset}, model: flagship }'`;

const refused = (run: string): Figure => measured(run, 'article-backoff', 'firstAttemptRefusedRate');

const often = (run: string): Check => ({
  says: `first attempts refused, ${run}`,
  figure: refused(run),
  unit: 'share',
  atLeast: 0.25,
  of: 'every seed',
  because: 'who meets it: one in four at least, a judgement',
});

export const whoMeetsIt: Claim = {
  id: 'M4',
  title: 'Batches, launches and automation meet it, people at a keyboard rarely do',
  says: 'Who meets the error are batches, users of a model that became popular this morning, and automation in business hours; somebody who asks by hand now and then rarely does.',
  verdict: 'holds',
  runs: {
    batch: { command: day('batch-thousands') },
    launch: { command: day('popular-launch') },
    automation: { command: day('office-automation') },
    'by hand': { command: day('manual-now-and-then') },
  },
  checks: [
    often('batch'),
    often('launch'),
    {
      says: 'first attempts refused, automation',
      figure: refused('automation'),
      unit: 'share',
      atLeast: 0.06,
      of: 'every seed',
      because: 'half of the 12 % of the busiest hours, for it works before and after them too: a judgement',
    },
    {
      says: 'first attempts refused, by hand',
      figure: refused('by hand'),
      unit: 'share',
      atMost: 0.1,
      of: 'every seed',
      because: 'rarely: one call in ten at most, a judgement; some 181 calls a day make it anything from 2 to 7',
    },
  ],
  notes: [
    'At the same minute somebody who asks by hand is refused as often as a program that asks as little. What differs is when people work, and how much is asked for at once: a batch and a launch mostly meet their own quota (`rate_limited`), because they ask for more than it gives, and refused attempts count against it.',
  ],
};

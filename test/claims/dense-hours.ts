import type { Check, Claim, Figure } from './claim.ts';
import { difference, measured, strategyIn } from './figures.ts';

/** The same 500 requests, twenty times with other luck, at another time of the week. */
const at = (start: string): string =>
  `run peak-day --only naive --requests 500 --replications 20 --set time.start=${start} --set time.length=1h`;

const refused = (run: string): Figure => measured(run, 'naive', 'capacityErrorRate');

/** Blocking of `slots` by `load` Erlang: B(0) = 1, B(k) = a · B(k − 1) / (k + a · B(k − 1)) (Erlang 1917). */
function erlangB(slots: number, load: number): number {
  let blocking = 1;
  for (let k = 1; k <= slots; k++) blocking = (load * blocking) / (k + load * blocking);
  return blocking;
}

/** Mean of the recorded weekday's shape is 0.5/s; its hour from 15:00 has 1.274 times that. */
const ownPerSecond = 0.637;

const formula: Figure = {
  from: 'Erlang B of 40 slots at 0.92 × 40 Erlang of others and 0.637/s × `serviceMs.mean` of naive in Monday 15:00',
  of: async (runner) => {
    const naive = strategyIn((await runner.simulate('Monday 15:00')).summary, 'naive');
    return erlangB(40, 0.92 * 40 + (ownPerSecond * (naive.serviceMs?.mean ?? Number.NaN)) / 1000);
  },
};

const loose = (run: string): Check => ({
  says: `capacity errors, ${run}`,
  figure: refused(run),
  unit: 'share',
  atMost: 0.01,
  of: 'every seed',
  because: 'under 1 %',
});

const dense = (run: string): Check => ({
  says: `capacity errors, ${run}`,
  figure: refused(run),
  unit: 'share',
  atLeast: 0.11,
  atMost: 0.13,
  of: 'mean',
  because: 'within 1 point of 12 %',
});

const always = (run: string): Check => ({
  says: `capacity errors with any luck, ${run}`,
  figure: refused(run),
  unit: 'share',
  atLeast: 0.05,
  of: 'every seed',
  because: 'dense from 10 to 16: five times what counts as loose, a judgement',
});

export const denseHours: Claim = {
  id: 'M10',
  title: 'Office hours are dense, nights and weekends are loose',
  says: 'The same 500 requests met capacity errors in 12 % at 15:00 and in under 1 % at 02:00. Weekdays are dense, above all from 10 to 16; early mornings, nights and weekends are loose.',
  verdict: 'holds',
  runs: {
    'Monday 15:00': { command: at('2026-03-02T15:00') },
    'Monday 02:00': { command: at('2026-03-02T02:00') },
    'Monday 10:00': { command: at('2026-03-02T10:00') },
    'Monday 06:00': { command: at('2026-03-02T06:00') },
    'Monday 22:00': { command: at('2026-03-02T22:00') },
    'Saturday 15:00': { command: at('2026-03-07T15:00') },
  },
  checks: [
    dense('Monday 15:00'),
    {
      says: 'the same by formula',
      figure: formula,
      unit: 'share',
      atLeast: 0.11,
      atMost: 0.13,
      of: 'mean',
      because: 'within 1 point of 12 %: this is what 0.92 in the file comes from',
    },
    {
      says: 'measured more than by formula',
      figure: difference(refused('Monday 15:00'), formula),
      unit: 'points',
      atLeast: -0.01,
      atMost: 0.01,
      of: 'mean',
      because: 'refusals come from full slots alone: within 1 point',
    },
    loose('Monday 02:00'),
    always('Monday 15:00'),
    always('Monday 10:00'),
    loose('Monday 06:00'),
    loose('Monday 22:00'),
    loose('Saturday 15:00'),
  ],
  notes: [
    'The day’s shape is an assumption of the file. That these shares follow from slots, holding times and arrivals is not: nothing injects an error.',
  ],
};

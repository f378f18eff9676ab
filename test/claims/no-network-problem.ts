import type { Check, Claim, Figure } from './claim.ts';
import { difference, measured, ratio, strategyIn } from './figures.ts';

const peak = 'run peak-day --only naive --replications 5 --set time.start=2026-03-02T14:00 --set time.length=2h';
const near = 'rtt 50 ms';

const rate = (run: string): Figure => measured(run, 'naive', 'firstAttemptRefusedRate');

/** How far a run's rate is from that at 50 ms, in widths of this one's interval on that side. */
function distance(run: string): Figure {
  return {
    from: `distance of \`firstAttemptRefusedRate\` in ${run} from that in ${near}, over the reach of its 95 % interval (\`interval.firstAttemptRefusedRate\`)`,
    of: async (runner) => {
      const naive = strategyIn((await runner.simulate(near)).summary, 'naive');
      const [low, high] = naive.interval.firstAttemptRefusedRate ?? [Number.NaN, Number.NaN];
      const centre = naive.firstAttemptRefusedRate ?? Number.NaN;
      const away = (await rate(run).of(runner)) - centre;
      return away < 0 ? -away / (centre - low) : away / (high - centre);
    },
  };
}

const same = (run: string): Check => ({
  says: `refusals with ${run} against those with ${near}`,
  figure: distance(run),
  unit: 'ratio',
  atMost: 1,
  of: 'every seed',
  because: 'the same within the interval: at most one reach away',
});

const reported = (run: string): Check => ({
  says: `first attempts refused, ${run}`,
  figure: rate(run),
  unit: 'share',
  atLeast: 0.05,
  of: 'every seed',
  because: 'there must be refusals to compare; 5 % is a judgement',
});

const broken = 'bad network';

export const noNetworkProblem: Claim = {
  id: 'M3',
  title: 'It is no network problem',
  says: 'A proxy or another network changes nothing.',
  verdict: 'holds',
  runs: {
    'rtt 5 ms': { command: `${peak} --set provider.network.rtt=5ms` },
    'rtt 50 ms': { command: `${peak} --set provider.network.rtt=50ms` },
    'rtt 300 ms': { command: `${peak} --set provider.network.rtt=300ms` },
    [broken]: {
      command: `${peak} --set 'provider.faults=[{ errors: { share: 0.02, as: connection } }, { errors: { share: 0.02, as: reset } }]'`,
    },
  },
  checks: [
    reported('rtt 5 ms'),
    reported(near),
    reported('rtt 300 ms'),
    same('rtt 5 ms'),
    same('rtt 300 ms'),
    {
      says: 'attempts that a bad network breaks, as a class of their own',
      figure: ratio(measured(broken, 'naive', 'attempts.failures.connection'), measured(broken, 'naive', 'attempts.sent')),
      unit: 'share',
      atLeast: 0.0396 - 0.005,
      atMost: 0.0396 + 0.005,
      of: 'every seed',
      because: 'two faults of 2 % each hit 1 − 0.98² = 3.96 % of the attempts; within half a point, a judgement',
    },
    {
      says: 'attempts that the network broke and the provider counts',
      figure: difference(
        measured(broken, 'naive', 'attempts.sent'),
        sumOf(measured(broken, 'naive', 'attempts.failures.connection'), measured(broken, 'naive', 'provider.arrived')),
      ),
      unit: 'count',
      atLeast: 0,
      atMost: 0,
      of: 'every seed',
      because: 'what never arrives is refused by nobody: sent = lost + arrived',
    },
  ],
};

function sumOf(a: Figure, b: Figure): Figure {
  return { from: `(${a.from} + ${b.from})`, of: async (runner) => (await a.of(runner)) + (await b.of(runner)) };
}

import type { AlarmSummary } from '../../reports/result/alarm.ts';
import type { Check, Claim, Figure } from './claim.ts';
import { strategyIn, summed } from './figures.ts';

const days = 'run examples/claims/alarm-days.yaml';
const causes = 'run examples/claims/alarm-causes.yaml';
const load = 'provider.models.big.otherTenants.load';
const ordinary =
  "--set 'alarm=[ { measure: capacityErrorRate, jump: { from: 0.02, to: 0.08, over: 24h } }, { measure: capacityErrorRate, above: 0.08 } ]'";

const day = 86_400_000;

const alarms = (run: string, strategy: string, from: string, of: (alarms: readonly AlarmSummary[]) => number): Figure =>
  summed(run, `${from} of ${strategy} in \`alarms\``, (summary) => of(strategyIn(summary, strategy).alarms));

const jumps = (all: readonly AlarmSummary[]): readonly AlarmSummary[] => all.filter(({ rule }) => rule.includes('over'));

const named = (run: string, strategy: string, cause: string, says: string): Check => ({
  says,
  figure: alarms(run, strategy, `whether \`cause.named\` of the first spell is ${cause}`, ([first]) =>
    first?.cause?.named === cause ? 1 : 0,
  ),
  unit: 'yes',
  atLeast: 1,
  of: 'every seed',
  because: 'it is what the command changes',
});

const quiet = (run: string, strategy: string): Check => ({
  says: `jumps told, ${run}`,
  figure: alarms(run, strategy, 'jumps', (all) => jumps(all).length),
  unit: 'count',
  atMost: 0,
  of: 'every seed',
  because: 'an ordinary peak was there the day before',
});

export const dailyLook: Claim = {
  id: 'M22',
  title: 'Look at the share of capacity errors every day',
  says: 'Watch requests, success and the share of capacity errors. When it goes from 2 % to 15 % within a day something is wrong: own demand, a popular model, or one’s own retries. Tell a person.',
  verdict: 'holds',
  runs: {
    'the third day is worse': { command: days },
    'three days alike': { command: `${days} --set ${load}.product.1.steps.1.value=1` },
    'three peak days': {
      command: `run peak-day --only naive --replications 1 --set time.length=72h ${ordinary}`,
      brief: `run peak-day --only naive --replications 1 --set time.length=36h ${ordinary}`,
    },
    'own requests are four times as many': {
      command: `${causes} --only once-more --set ${load}=0.6 --set 'workload.arrivals.poisson.rate={ steps: [ { at: 0s, value: 1/s }, { at: 1h, value: 4/s } ] }'`,
    },
    'the model becomes popular': {
      command: `${causes} --only once-more --set '${load}={ steps: [ { at: 0s, value: 0.6 }, { at: 1h, value: 1.1 } ] }'`,
    },
    'a client hammers': { command: `${causes} --only hammer` },
  },
  checks: [
    {
      says: 'told when the third day is worse',
      figure: alarms('the third day is worse', 'naive', 'spells', (all) => all.length),
      unit: 'count',
      atLeast: 1,
      atMost: 1,
      of: 'every seed',
      because: 'once a spell',
    },
    {
      says: 'told on the third day, and over before its end',
      figure: alarms('the third day is worse', 'naive', 'whether the first spell is within day 3', ([first]) =>
        (first?.fromMs ?? 0) >= 2 * day && (first?.untilMs ?? Number.POSITIVE_INFINITY) < 3 * day ? 1 : 0,
      ),
      unit: 'yes',
      atLeast: 1,
      of: 'every seed',
      because: 'at the rise, not later; it clears itself',
    },
    quiet('three days alike', 'naive'),
    quiet('three peak days', 'naive'),
    {
      says: 'spells above a bound of 8 %, three peak days',
      figure: alarms('three peak days', 'naive', 'spells of the level', (all) => all.length - jumps(all).length),
      unit: 'count',
      atLeast: 1,
      of: 'every seed',
      because: 'the peak is 12 %: a bound below it tells of every ordinary day',
    },
    named('own requests are four times as many', 'once-more', 'ownDemand', 'named own demand'),
    named('the model becomes popular', 'once-more', 'otherTenants', 'named other tenants'),
    named('a client hammers', 'hammer', 'ownRetries', 'named own retries'),
  ],
  notes: [
    'The split is of the share that alarms: per attempt, so that a client’s own retries are in it. Among first attempts there would be no third cause.',
  ],
};

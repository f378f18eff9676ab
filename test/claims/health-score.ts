import type { RawRows } from '../../harness/run/options.ts';
import type { Check, Claim, Figure } from './claim.ts';
import { counted } from './figures.ts';

const minute = 60_000;
/** From the start of the run, ms; as in the scenario. */
const outage = { from: 10 * minute, until: 20 * minute };
const slow = { from: 40 * minute, until: 50 * minute };
/** Over so much time a share of requests is looked at, ms: 75 requests. */
const glance = 15_000;

/** First choices of requests, in the order of their sends. */
function choices({ attempts }: RawRows): readonly { readonly at: number; readonly primary: boolean }[] {
  return attempts
    .filter(({ number }) => number === 1)
    .map(({ sentMs, target }) => ({ at: sentMs, primary: target === 'primary' }))
    .sort((a, b) => a.at - b.at);
}

function share(rows: RawRows, from: number, until: number): number {
  const seen = choices(rows).filter(({ at }) => at >= from && at < until);
  return seen.filter(({ primary }) => primary).length / seen.length;
}

/** Until a glance sees the primary first for at most a tenth of the requests, or, back again, for all but a tenth. */
function turned(rows: RawRows, from: number, until: number, back: boolean): number {
  for (let at = from; at < until; at += 1000) {
    const seen = share(rows, at, at + glance);
    if (back ? seen >= 0.9 : seen <= 0.1) return at - from;
  }
  return Number.POSITIVE_INFINITY;
}

const of = (says: string, figure: (rows: RawRows) => number, strategy = 'health'): Figure =>
  counted('two troubles', `${says}, first attempts of ${strategy} in attempts.csv`, figure, strategy);

/** Of those that arrive while the primary is slow. */
const p95WhileSlow = (strategy: string): Figure =>
  counted(
    'two troubles',
    `95th percentile of \`latencyMs\` of ${strategy}, requests that arrive from 14:43 to 14:50`,
    ({ requests }) => {
      const late = requests.filter(({ arrivedMs }) => arrivedMs >= slow.from + 3 * minute && arrivedMs < slow.until);
      const times = late.map(({ latencyMs }) => latencyMs ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b);
      return times[Math.ceil(0.95 * times.length) - 1] ?? Number.NaN;
    },
    strategy,
  );

const soon = (says: string, from: number, until: number, back: boolean): Check => ({
  says,
  figure: of(says, (rows) => turned(rows, from, until, back)),
  unit: 'ms',
  atMost: 90_000,
  of: 'every seed',
  because: 'a minute and a half, three times the half-life of what it remembers: a judgement',
});

export const healthScore: Claim = {
  id: 'M15',
  title: 'A health score changes who is asked first',
  says: 'Keep a health score of each model, from its recent successes and answer times, and let it change the order: who fails or is slow comes last, and is asked first again when it is well.',
  verdict: 'holds',
  runs: { 'two troubles': { command: 'run examples/claims/health.yaml --raw' } },
  checks: [
    {
      says: 'the primary asked first after the outage, from 90 s on',
      figure: of('share of the primary from 14:21:30 to 14:40', (rows) => share(rows, outage.until + 1.5 * minute, slow.from)),
      unit: 'share',
      atLeast: 0.95,
      of: 'every seed',
      because: 'restored: 95 % at least',
    },
    soon('until the outage has sent nine of ten to the other model', outage.from, outage.until, false),
    soon('until nine of ten are back after the outage', outage.until, slow.from, true),
    {
      ...soon('until slowness has sent nine of ten to the other model', slow.from, slow.until, false),
      atMost: 130_000,
      because: 'the same after the first slow answers have come, which take 40 s',
    },
    soon('until nine of ten are back when it is quick again', slow.until, 70 * minute, true),
    {
      says: 'the primary asked first all the same while it is out, after 90 s',
      figure: of('share of the primary from 14:11:30 to 14:20', (rows) => share(rows, outage.from + 1.5 * minute, outage.until)),
      unit: 'share',
      atMost: 0.05,
      of: 'every seed',
      because: 'probes alone, two requests in a hundred, with luck up to five',
    },
    {
      says: '95th percentile while the primary is slow, a route by health',
      figure: p95WhileSlow('health'),
      unit: 'ms',
      atMost: 20_000,
      of: 'every seed',
      because: 'a quick model’s is 7 s; probes, two in a hundred, find the slow one: a judgement',
    },
    {
      says: '95th percentile while the primary is slow, a list',
      figure: p95WhileSlow('listed'),
      unit: 'ms',
      atLeast: 30_000,
      of: 'every seed',
      because: 'a list asks the slow model, whose answers take ten times as long: their median is 40 s',
    },
  ],
};

import { poolSamples } from '../../reports/result/pool.ts';
import { jackknifeInterval } from '../../reports/result/stats/jackknife.ts';
import { kornGraubard } from '../../reports/result/stats/korn-graubard.ts';
import { meanOf, studentInterval } from '../../reports/result/stats/student.ts';
import type { Interval } from '../../reports/result/summary.ts';
import { probit } from '../../sim/kernel/random.ts';
import { binomial, type Draw, drawsOf, noise, shareOf } from './draws.ts';

/** How failures come in one setting. */
export interface ShareSetting {
  readonly replications: number;
  /** Requests of each replication. */
  readonly requests: number;
  /** The true share that fails. */
  readonly rate: number;
  /** Standard deviation of the logarithm of a replication's own rate: noise too slow to even out within a run. */
  readonly slow?: number;
  /** Failures come in spells of this mean length (geometric), as when a provider is full for a while. */
  readonly spell?: number;
}

/** Shares of the trials in which an interval holds the truth. */
export interface ShareCoverage {
  readonly ours: number;
  /** What two usual intervals would do with the same counts. */
  readonly student: number;
  readonly wilson: number;
}

function failures({ requests, rate, slow = 0, spell = 1 }: ShareSetting, draw: Draw): number {
  const own = rate * noise(slow, draw);
  if (spell === 1) return binomial(requests, own, draw);
  let failed = 0;
  for (let spells = binomial(requests, own / spell, draw); spells > 0; spells--)
    failed += Math.ceil(Math.log(draw()) / Math.log1p(-1 / spell));
  return Math.min(requests, failed);
}

/** Score interval of a share of independent requests (Wilson, Journal of the American Statistical Association 22, 1927). */
function wilson(part: number, whole: number): Interval {
  const z = 1.96;
  const share = part / whole;
  const center = (share + (z * z) / 2 / whole) / (1 + (z * z) / whole);
  const reach = (z * Math.sqrt((share * (1 - share)) / whole + (z * z) / 4 / whole / whole)) / (1 + (z * z) / whole);
  return [center - reach, center + reach];
}

const holds = (interval: Interval | null, truth: number): boolean => interval !== null && interval[0] <= truth && truth <= interval[1];

export function shareCoverage(setting: ShareSetting, trials: number): ShareCoverage {
  const counts = { ours: 0, student: 0, wilson: 0 };
  for (let trial = 0; trial < trials; trial++) {
    const draw = drawsOf(`share ${JSON.stringify(setting)}`, trial);
    const parts = Array.from({ length: setting.replications }, () => ({ part: failures(setting, draw), whole: setting.requests }));
    const part = parts.reduce((sum, one) => sum + one.part, 0);
    const shares = meanOf(parts.map((one) => one.part / one.whole));
    if (holds(kornGraubard(parts), setting.rate)) counts.ours += 1;
    if (holds(shares && studentInterval(shares), setting.rate)) counts.student += 1;
    if (holds(wilson(part, setting.replications * setting.requests), setting.rate)) counts.wilson += 1;
  }
  return { ours: counts.ours / trials, student: counts.student / trials, wilson: counts.wilson / trials };
}

export interface PercentileSetting {
  readonly replications: number;
  readonly requests: number;
  readonly percentile: 'p50' | 'p95' | 'p99';
  readonly slow: number;
}

const normal = { p50: 0, p95: probit(0.95), p99: probit(0.99) };

/** Log-normal latencies (σ = 1), all of a replication longer or shorter by a factor of its own. */
export function percentileCoverage({ replications, requests, percentile, slow }: PercentileSetting, trials: number): number {
  // The logarithm of any one latency is normal with variance 1 + slow².
  const truth = Math.exp(normal[percentile] * Math.sqrt(1 + slow * slow));
  return shareOf(trials, (trial) => {
    const draw = drawsOf(`percentile ${replications} ${requests} ${percentile} ${slow}`, trial);
    const { pooled, deleteOne } = poolSamples(
      Array.from({ length: replications }, () => {
        const shift = slow * probit(draw());
        return Float64Array.from({ length: requests }, () => Math.exp(probit(draw()) + shift)).sort();
      }),
    );
    const without = deleteOne.map((percentiles) => percentiles[percentile] ?? Number.NaN);
    return holds(jackknifeInterval(pooled?.[percentile] ?? Number.NaN, without), truth);
  });
}

/** Figures of replications around the truth 1, skewed as a log-normal factor is. */
export function meanCoverage(replications: number, skew: number, trials: number): number {
  return shareOf(trials, (trial) => {
    const draw = drawsOf(`mean ${replications} ${skew}`, trial);
    const estimated = meanOf(Array.from({ length: replications }, () => noise(skew, draw)));
    return holds(estimated && studentInterval(estimated), 1);
  });
}

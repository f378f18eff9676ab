import type { Cohort } from '../cohort.ts';
import { type Estimate, estimate } from '../estimate.ts';
import { measureNamed } from '../measures/registry.ts';
import type { Result } from '../result.ts';
import type { ReplicationSet } from '../sets.ts';
import { beyond, sloVerdicts } from '../slo-verdict.ts';

/**
 * How a strategy stands with all bounds together: each met; not known, with every figure within its bound (`open`) or one
 * beyond it (`doubtful`); one missed.
 */
export type Standing = 'met' | 'open' | 'doubtful' | 'missed';

/** Those that can be recommended, the best first. */
export const standings = ['met', 'open', 'doubtful'] as const;

/** What the choice of a strategy rests on, from one set of replications. */
export interface Candidate {
  readonly name: string;
  /** Name of the strategy it is a variant of; its own without a sweep. */
  readonly family: string;
  readonly goodput: number;
  /** 95th percentile of latency with failures, ms; endless when more than 5 % fail. */
  readonly p95: number;
  readonly amplification: number;
  readonly standing: Standing;
}

/** Measures that every choice reads, beside the bounded ones. */
const read = ['goodputPerSecond', 'latency.p95', 'amplification', 'errorRate'] as const;

function standingOf(slo: Readonly<Record<string, number>>, estimates: Readonly<Record<string, Estimate>>, cohort: Cohort): Standing {
  const verdicts = sloVerdicts(slo, estimates, cohort);
  if (verdicts.some(({ verdict }) => verdict === 'missed')) return 'missed';
  if (verdicts.every(({ verdict }) => verdict === 'met')) return 'met';
  return verdicts.some(beyond) ? 'doubtful' : 'open';
}

/** Every strategy that ran to its end and offered something, in file order. */
export function candidatesOf({ scenario, strategies }: Result, set: ReplicationSet): readonly Candidate[] {
  const { slo, sweep } = scenario;
  const measured = [...new Set([...read, ...Object.keys(slo)])].map(measureNamed);
  return strategies.flatMap(({ name, failure }) => {
    const cohort = set.cohort(name);
    if (cohort === null || failure !== null || !cohort.replications.some(({ requests }) => requests.offered > 0)) return [];
    const estimates = Object.fromEntries(measured.map((measure) => [measure.name, estimate(measure, cohort)]));
    const goodput = estimates.goodputPerSecond?.value ?? null;
    if (goodput === null) return [];
    return [
      {
        name,
        family: sweep?.variants.includes(name) ? sweep.strategy : name,
        goodput,
        p95: estimates['latency.p95']?.value ?? Number.POSITIVE_INFINITY,
        amplification: estimates.amplification?.value ?? 0,
        standing: standingOf(slo, estimates, cohort),
      },
    ];
  });
}

import type { Cohort } from '../cohort.ts';
import { type Estimate, estimate, replicationValues } from '../estimate.ts';
import type { SampleName } from '../fold.ts';
import type { Measure, Parts } from '../measures/measure.ts';
import { measureNamed } from '../measures/registry.ts';
import { percentileShares } from '../pool.ts';
import type { Standing } from '../recommend/candidates.ts';
import { beyond, sloVerdicts } from '../slo-verdict.ts';
import { kornGraubard } from '../stats/korn-graubard.ts';
import type { SloVerdict } from '../summary.ts';

/** What is known of one value of a parameter, from its replications 0, 1, 2 … */
export interface Tried {
  /** Good answers per second of each replication. */
  readonly goodputs: readonly number[];
  /** How it stands with all bounds together. */
  readonly standing: Standing;
  /** Bounded measures that are not shown to be within their bounds. */
  readonly unmet: readonly string[];
  /** How far the worst figure is beyond its bound, as a share of the bound; 0 or less when all are within. */
  readonly excess: number;
  /** Share of first attempts refused; null when none was sent. */
  readonly refused: number | null;
  /** 95th percentile of latency with failures, ms; endless when more than 5 % fail. */
  readonly p95: number;
  /** What fresh replications said of it once it had been chosen; it is not chosen again. */
  readonly struck?: 'missed' | 'open' | undefined;
}

/** A value that could not be run to its end. */
export const broken: Tried = {
  goodputs: [],
  standing: 'missed',
  unmet: [],
  excess: Number.POSITIVE_INFINITY,
  refused: null,
  p95: Number.POSITIVE_INFINITY,
};

/** Beside the bounded measures. */
const read = ['goodputPerSecond', 'firstAttemptRefusedRate', 'latency.p95', 'errorRate'] as const;

/** Bounds below this are measured against it, so that one of 0 can be compared with others. */
const smallestShare = 0.001;

/** Samples beyond a bound among all samples, one entry a replication. */
export type BeyondOf = (sample: SampleName, bound: number) => readonly Parts[];

interface Judged {
  readonly measure: string;
  readonly verdict: SloVerdict['verdict'];
  readonly beyond: boolean;
  readonly excess: number;
}

function judged(verdict: SloVerdict): Judged {
  const { measure, bound, value } = verdict;
  if (value === null) return { measure, verdict: verdict.verdict, beyond: true, excess: Number.MAX_VALUE };
  const scale = Math.max(smallestShare, Math.abs(bound));
  const excess = (measureNamed(measure).better === 'higher' ? bound - value : value - bound) / scale;
  return { measure, verdict: verdict.verdict, beyond: beyond(verdict), excess };
}

/**
 * A percentile is within its bound exactly when the share of samples beyond the bound is at most 1 − p. The share has an
 * interval however few samples there are, and also where the percentile falls among the failures.
 */
function judgedByShare(measure: Measure & { readonly kind: 'percentile' }, bound: number, beyondOf: BeyondOf): Judged {
  const { name } = measure;
  const parts = beyondOf(measure.sample, bound);
  const interval = kornGraubard(parts);
  const part = parts.reduce((sum, each) => sum + each.part, 0);
  const whole = parts.reduce((sum, each) => sum + each.whole, 0);
  if (whole === 0) return { measure: name, verdict: 'not measured', beyond: true, excess: Number.MAX_VALUE };
  const most = 1 - percentileShares[measure.percentile];
  const excess = part / whole / most - 1;
  const isBeyond = excess > 1e-9;
  if (interval === null) return { measure: name, verdict: 'undecided', beyond: isBeyond, excess };
  const verdict = interval[1] <= most ? 'met' : interval[0] > most ? 'missed' : 'undecided';
  return { measure: name, verdict, beyond: isBeyond, excess };
}

function standingOf(all: readonly Judged[]): Standing {
  if (all.some(({ verdict }) => verdict === 'missed')) return 'missed';
  if (all.every(({ verdict }) => verdict === 'met')) return 'met';
  return all.some((each) => each.beyond) ? 'doubtful' : 'open';
}

export function triedOf(cohort: Cohort, slo: Readonly<Record<string, number>>, beyondOf: BeyondOf): Tried {
  const measured = [...new Set([...read, ...Object.keys(slo)])].map(measureNamed);
  const estimates: Readonly<Record<string, Estimate>> = Object.fromEntries(
    measured.map((measure) => [measure.name, estimate(measure, cohort)]),
  );
  const all = sloVerdicts(slo, estimates, cohort).map((verdict) => {
    const measure = measureNamed(verdict.measure);
    return measure.kind === 'percentile' ? judgedByShare(measure, verdict.bound, beyondOf) : judged(verdict);
  });
  return {
    goodputs: replicationValues(measureNamed('goodputPerSecond'), cohort) ?? [],
    standing: standingOf(all),
    unmet: all.filter(({ verdict }) => verdict !== 'met').map(({ measure }) => measure),
    excess: all.reduce((most, { excess }) => Math.max(most, excess), -1),
    refused: estimates.firstAttemptRefusedRate?.value ?? null,
    p95: estimates['latency.p95']?.value ?? Number.POSITIVE_INFINITY,
  };
}

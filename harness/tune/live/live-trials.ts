import { estimate } from '../../../reports/result/estimate.ts';
import { columns } from '../../../reports/result/measures/percentiles.ts';
import { measureNamed } from '../../../reports/result/measures/registry.ts';
import { sloVerdicts } from '../../../reports/result/slo-verdict.ts';
import { kornGraubard } from '../../../reports/result/stats/korn-graubard.ts';
import type { SloVerdict } from '../../../reports/result/summary.ts';
import { type Tried, triedOf } from '../../../reports/result/tune/tried.ts';
import type { Beyond } from '../../probe/climb.ts';
import type { Step } from '../../probe/step.ts';
import { beyondIn, lazyCohort, type Unit } from '../trials.ts';
import { type LiveJudged, unitsOf } from './step-units.ts';

/** What is known of one concurrency, from all its steps. */
export interface LiveTried extends Tried {
  readonly concurrency: number;
  readonly steps: number;
  readonly requests: number;
  /** Null where nothing was answered. */
  readonly goodputPerSecond: number;
  readonly errorRate: number | null;
  readonly verdicts: readonly SloVerdict[];
  /** The share refused is shown to be above the bound of balance, not only seen there. */
  readonly refusedShown: boolean;
}

export interface LiveTrials {
  /** Takes what a step measured; one that was cut short, or sent nothing, tells too little and counts nowhere. */
  add(step: Step): void;
  /** Undefined: no step of it ran its time. */
  tried(concurrency: number): LiveTried | undefined;
  /** By concurrency. */
  all(): readonly LiveTried[];
  /** What the last step of a concurrency says alone. */
  last(concurrency: number): LiveTried | undefined;
}

export interface LiveTrialsOptions {
  readonly slo: Readonly<Record<string, number>>;
  readonly balance: number;
  readonly judged: LiveJudged;
}

/** Measures of the run that a ramp has, whatever it asks for. */
const everywhere = ['errorRate', 'capacityErrorRate', 'firstAttemptRefusedRate', 'goodShare', 'goodputPerSecond'];
const everyAnswer = ['latency', 'serviceMs'];
/** Of streamed answers alone. */
const streamed = ['firstTokenMs', 'perTokenMs'];

/** Bounds that a ramp can judge, and the names of those that it cannot: it has no retries, no prices and no other targets. */
export function measurable(slo: Readonly<Record<string, number>>, stream: boolean) {
  const groups = [...everyAnswer, ...(stream ? streamed : [])].filter((name) => columns[name] !== undefined);
  const has = (name: string): boolean => everywhere.includes(name) || groups.includes(name.split('.')[0] ?? '');
  const entries = Object.entries(slo);
  return {
    slo: Object.fromEntries(entries.filter(([name]) => has(name))),
    unmeasured: entries.map(([name]) => name).filter((name) => !has(name)),
  };
}

export function createLiveTrials({ slo, balance, judged }: LiveTrialsOptions): LiveTrials {
  const steps = new Map<number, (readonly Unit[])[]>();
  const known = new Map<number, LiveTried>();
  const judge = (concurrency: number, own: readonly (readonly Unit[])[]): LiveTried => {
    const units = own.flat();
    const cohort = lazyCohort(units);
    const measured = [...new Set([...Object.keys(slo), 'goodputPerSecond', 'errorRate'])].map(measureNamed);
    const estimates = Object.fromEntries(measured.map((measure) => [measure.name, estimate(measure, cohort)]));
    const refused = kornGraubard(units.map(({ fold: { attempts } }) => ({ part: attempts.firstRefused, whole: attempts.firstSent })));
    return {
      ...triedOf(cohort, slo, beyondIn(units)),
      concurrency,
      steps: own.length,
      requests: units.reduce((sum, { fold }) => sum + fold.requests.offered, 0),
      goodputPerSecond: estimates.goodputPerSecond?.value ?? 0,
      errorRate: estimates.errorRate?.value ?? null,
      verdicts: sloVerdicts(slo, estimates, cohort),
      refusedShown: refused !== null && refused[0] > balance,
    };
  };
  return {
    add(step) {
      if (step.cutShort !== undefined || step.samples.length === 0) return;
      const { concurrency } = step;
      const own = steps.get(concurrency) ?? [];
      own.push(unitsOf(step, judged, own.length));
      steps.set(concurrency, own);
      known.set(concurrency, judge(concurrency, own));
    },
    tried: (concurrency) => known.get(concurrency),
    all: () => [...known.values()].toSorted((a, b) => a.concurrency - b.concurrency),
    last(concurrency) {
      const last = steps.get(concurrency)?.at(-1);
      return last === undefined ? undefined : judge(concurrency, [last]);
    },
  };
}

/** How far a concurrency is too much: refused too often, or beyond a bound. */
export function beyondOf({ standing, refusedShown }: LiveTried): Beyond {
  if (standing === 'missed' || refusedShown) return 'shown';
  return standing === 'doubtful' ? 'seen' : 'no';
}

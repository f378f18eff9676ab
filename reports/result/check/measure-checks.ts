import type { Measure } from '../measures/measure.ts';
import { measureNamed } from '../measures/registry.ts';
import type { Result } from '../result.ts';
import { round6 } from '../stats/round6.ts';
import type { Finding, FiniteCheck, MeasureCheck, MeasureVerdict } from './check-report.ts';
import { type Difference, differenceOf, type FiniteShift, type Shift } from './difference.ts';
import { figuresOf } from './figures.ts';
import { isOtherLoad, isSuspicious } from './suspicious.ts';
import { type Tolerance, usualMeasures, usualTolerance } from './tolerance.ts';
import { replicationsOf } from './trust.ts';

/** A measure that was compared, waiting for Holm. */
export interface Tested {
  readonly strategy: string;
  readonly measure: Measure;
  readonly difference: Difference;
}

export interface StrategyChecks {
  readonly tested: readonly Tested[];
  /** Measures that neither side has. */
  readonly idle: readonly MeasureCheck[];
  readonly findings: readonly Finding[];
}

type Fold = Result['strategies'][number];

export interface StrategyPair {
  readonly before: Fold;
  readonly after: Fold;
  readonly paired: boolean;
  /** What the user set, by measure. */
  readonly tolerances: ReadonlyMap<string, Tolerance>;
  /** Measures of `slo:`. */
  readonly bounded: readonly string[];
}

/** Measures that are compared: the usual ones, those of `slo:`, those somebody named. */
function comparedIn({ tolerances, bounded }: StrategyPair): readonly { readonly name: string; readonly named: boolean }[] {
  const named = new Set([...bounded, ...tolerances.keys()]);
  return [...new Set([...usualMeasures, ...named])].map((name) => ({ name, named: named.has(name) }));
}

/** Replications that are compared: one by one those of both, else all of each. */
function sides({ before, after, paired }: StrategyPair) {
  const numbers = (fold: Fold) => fold.replications.map(({ replication }) => replication).sort((a, b) => a - b);
  const [one, other] = [numbers(before), numbers(after)];
  const shared = other.filter((number) => one.includes(number));
  return [replicationsOf(before, paired ? shared : one), replicationsOf(after, paired ? shared : other)] as const;
}

/** Requests offered in a replication, mean; not above 0 where a file does not say. */
function offered(folds: ReturnType<typeof sides>[number]): number {
  const counts = folds.map((fold): unknown => (fold as { readonly requests?: { readonly offered?: unknown } | null }).requests?.offered);
  const known = counts.filter((count): count is number => typeof count === 'number' && Number.isFinite(count) && count >= 0);
  return known.length < counts.length ? Number.NaN : known.reduce((sum, count) => sum + count, 0) / counts.length;
}

/** Every measure of one strategy against the same strategy of the baseline. */
export function compareStrategy(pair: StrategyPair): StrategyChecks {
  const strategy = pair.after.name;
  const [before, after] = sides(pair);
  const all = comparedIn(pair).map(({ name, named }): StrategyChecks => {
    const measure = measureNamed(name);
    const [one, other] = [figuresOf(measure, before), figuresOf(measure, after)];
    const unknown = (message: string): StrategyChecks => ({
      tested: [],
      idle: [],
      findings: [{ kind: 'unknown', strategy, measure: name, message }],
    });
    if (!named && 'missing' in one && 'missing' in other && !one.applies && !other.applies)
      return { tested: [], idle: [notApplicable(strategy, measure)], findings: [] };
    if ('missing' in one) return unknown(`${name} ${one.missing} of the baseline`);
    if ('missing' in other) return unknown(`${name} ${other.missing} of this run`);
    const tolerance = pair.tolerances.get(name) ?? usualTolerance(measure);
    const difference = differenceOf({ measure, before: one.values, after: other.values, paired: pair.paired, tolerance });
    return { tested: [{ strategy, measure, difference }], idle: [], findings: [] };
  });
  const load = loadFindings(strategy, offered(before), offered(after));
  return {
    tested: all.flatMap(({ tested }) => tested),
    idle: all.flatMap(({ idle }) => idle),
    findings: [...load, ...all.flatMap(({ findings }) => findings)],
  };
}

function loadFindings(strategy: string, before: number, after: number): readonly Finding[] {
  const finding = (kind: Finding['kind'], message: string): Finding => ({ kind, strategy, measure: null, message });
  if (Number.isNaN(before))
    return [finding('unknown', 'requests.offered of the baseline is absent or no count, or there is no replication to compare')];
  if (!(before > 0)) return [finding('unknown', 'no request was offered in the baseline: nothing was measured')];
  if (!(after > 0)) return [finding('unknown', 'no request was offered: nothing was measured')];
  if (!isOtherLoad(before, after)) return [];
  return [finding('note', `another load: ${round6(before)} requests were offered in a replication of the baseline, now ${round6(after)}`)];
}

function notApplicable(strategy: string, { name, better }: Measure): MeasureCheck {
  const figures = { before: null, after: null, endless: null, finite: null };
  const none = { ...figures, difference: null, interval: null, relative: null, allowed: null, p: null };
  return { strategy, measure: name, better: better === 'higher' ? 'higher' : 'lower', ...none, verdict: 'n/a', suspicious: false };
}

function verdictOf({ worsening, estimate, allowed }: Shift, p: number | null, level: number): MeasureVerdict {
  if (worsening === null || p === null) return 'undecided';
  const [, high] = worsening;
  if (high < 0 && -estimate > allowed) return 'better';
  if (high <= allowed) return 'within';
  if (p <= level) return 'worse';
  return estimate > allowed ? 'undecided' : 'open';
}

/** A single pair shows nothing, and says where to look. */
function finiteVerdict(shift: FiniteShift, p: number | null, level: number): MeasureVerdict {
  if (p !== null) return verdictOf(shift, p, level);
  return shift.estimate > shift.allowed ? 'undecided' : 'open';
}

const worstFirst: readonly MeasureVerdict[] = ['worse', 'undecided', 'open', 'within', 'better', 'identical'];

const known = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Probabilities that Holm is to raise, in the order in which `judgedMeasure` takes them. */
export function probabilitiesOf({ difference: { p, finite } }: Tested): readonly number[] {
  return [p, finite?.p ?? null].filter((each) => each !== null);
}

/** What a comparison comes to; `raised` are its probabilities as Holm raised them for their neighbours. */
export function judgedMeasure({ strategy, measure, difference }: Tested, raised: readonly number[], level: number): MeasureCheck {
  const { before, after, endless, worsening, allowed, finite } = difference;
  const whole = Number.isFinite(before) && Number.isFinite(after);
  const left = [...raised];
  const p = difference.p === null ? null : (left.shift() ?? null);
  const finiteP = left.shift() ?? null;
  const own = difference.identical ? 'identical' : verdictOf(difference, p, level);
  const others = finite === null ? own : finiteVerdict(finite, finiteP, level);
  const verdict = worstFirst.find((each) => each === own || each === others) ?? own;
  const settled = verdict === 'identical' || verdict === 'within';
  const decisive = verdict === own ? p : finiteP;
  return {
    strategy,
    measure: measure.name,
    better: measure.better === 'higher' ? 'higher' : 'lower',
    before: known(before),
    after: known(after),
    endless,
    finite: finite === null ? null : finiteCheck(measure, finite),
    difference: whole ? round6(after - before) : null,
    interval: whole ? turned(measure, worsening) : null,
    relative: whole && before !== 0 ? round6((after - before) / before) : null,
    allowed: whole ? allowed : null,
    p: decisive === null ? null : round6(decisive),
    verdict,
    suspicious: !settled && isSuspicious(measure, finite?.before ?? before, finite?.after ?? after),
  };
}

/** From a worsening to after − before. */
function turned({ better }: Measure, worsening: Shift['worsening']): Shift['worsening'] {
  return better === 'higher' && worsening !== null ? [-worsening[1] + 0, -worsening[0] + 0] : worsening;
}

function finiteCheck(measure: Measure, { before, after, replications, worsening, allowed }: FiniteShift): FiniteCheck {
  return { replications, before, after, difference: round6(after - before), interval: turned(measure, worsening), allowed };
}

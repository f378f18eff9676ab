import type { Result } from '../result.ts';
import { selectionSet } from '../sets.ts';
import { holm } from '../stats/holm.ts';
import { summarise } from '../summarise.ts';
import { changesBetween, sameLuck } from './changes.ts';
import type { CheckReport, Finding, MeasureCheck, Outcome, ScenarioCheck, SloCheck } from './check-report.ts';
import { isOtherScenario, matchStrategies } from './match.ts';
import { compareStrategy, judgedMeasure, probabilitiesOf, type Tested } from './measure-checks.ts';
import { sloP } from './slo-tests.ts';
import type { Tolerance } from './tolerance.ts';

/** One scenario that was run, and what it is held against. */
export interface CheckInput {
  readonly file: string;
  readonly current: Result;
  /** Null without a baseline, and where it cannot be used. */
  readonly baseline: Result | null;
  readonly baselinePath: string | null;
  /** Why the baseline cannot be used. */
  readonly faults: readonly string[];
  /** Only some of the strategies were wanted: that others are missing is meant. */
  readonly some: boolean;
}

export interface CheckRules {
  readonly tolerances: ReadonlyMap<string, Tolerance>;
  /** Chance that anything at all is called worse when nothing is worse than its tolerance. */
  readonly level: number;
  /** What is open counts as undecided. */
  readonly strict: boolean;
  readonly version: string;
}

/** One input before Holm. */
interface Prepared {
  readonly input: CheckInput;
  readonly tested: readonly Tested[];
  readonly idle: readonly MeasureCheck[];
  readonly slo: readonly { readonly check: SloCheck; readonly p: number | null }[];
  readonly findings: readonly Finding[];
  readonly warnings: readonly string[];
  readonly paired: boolean | null;
}

const finding = (kind: Finding['kind'], strategy: string | null, message: string): Finding => ({ kind, strategy, measure: null, message });

function againstBaseline(current: Result, baseline: Result, { some }: CheckInput, { tolerances }: CheckRules) {
  if (isOtherScenario(baseline, current)) {
    const message = `the baseline is of another scenario, ${baseline.scenario.name}`;
    return { tested: [], idle: [], findings: [finding('unknown', null, message)], paired: null };
  }
  const names = matchStrategies(baseline, current);
  const paired = sameLuck(baseline, current);
  const bounded = Object.keys(current.scenario.slo);
  const pairs = current.strategies.flatMap((after) => {
    const before = baseline.strategies.find(({ name }) => name === names.get(after.name));
    return before === undefined || after.failure !== null ? [] : [compareStrategy({ before, after, paired, tolerances, bounded })];
  });
  const added = current.strategies.filter(({ name }) => !names.has(name));
  const taken = new Set(names.values());
  const gone = some ? [] : baseline.strategies.filter(({ name }) => !taken.has(name));
  return {
    tested: pairs.flatMap(({ tested }) => tested),
    idle: pairs.flatMap(({ idle }) => idle),
    findings: [
      ...added.map(({ name }) => finding('unknown', name, 'is not in the baseline: there is nothing to compare it with')),
      ...gone.map(({ name }) => finding('unknown', name, 'is in the baseline and not in the scenario any more')),
      ...pairs.flatMap(({ findings }) => findings),
    ],
    paired,
  };
}

function prepare(input: CheckInput, rules: CheckRules): Prepared {
  const { current, baseline, faults } = input;
  const summary = summarise(current);
  const set = selectionSet(current);
  const compared =
    baseline === null ? { tested: [], idle: [], findings: [], paired: null } : againstBaseline(current, baseline, input, rules);
  const slo = summary.strategies.flatMap(({ name, slo: bounds }) => {
    const cohort = set.cohort(name);
    return cohort === null ? [] : bounds.map((bound) => ({ check: { strategy: name, ...bound }, p: sloP(bound, cohort) }));
  });
  return {
    input,
    tested: compared.tested,
    idle: compared.idle,
    slo,
    findings: [
      ...faults.map((fault) => finding('unknown', null, `the baseline ${fault}`)),
      ...(current.incomplete ? [finding('unknown', null, 'the run was interrupted: its figures are partial')] : []),
      ...(current.strategies.length === 0 ? [finding('unknown', null, 'no strategy was run: nothing was measured')] : []),
      ...current.strategies.flatMap(({ name, failure }) =>
        failure === null ? [] : [finding('failed', name, `ended in an error (${failure.code}): ${failure.message}`)],
      ),
      ...compared.findings,
    ],
    warnings: summary.warnings,
    paired: compared.paired,
  };
}

/** A bound that is missed by its own interval, and not when it is one of many, is undecided. */
function judgedSlo(check: SloCheck, p: number | null, level: number): SloCheck {
  return check.verdict === 'missed' && p !== null && p > level ? { ...check, verdict: 'undecided' } : check;
}

function outcomeOf({ findings, measures, slo }: Pick<ScenarioCheck, 'findings' | 'measures' | 'slo'>, strict: boolean): Outcome {
  const verdicts = new Set<string>([...measures, ...slo].map(({ verdict }) => verdict));
  const kinds = new Set(findings.map(({ kind }) => kind));
  if (kinds.has('failed') || verdicts.has('worse') || verdicts.has('missed')) return 'failed';
  const open = ['undecided', 'not measured', ...(strict ? ['open'] : [])];
  return kinds.has('unknown') || open.some((verdict) => verdicts.has(verdict)) ? 'cannot decide' : 'passed';
}

function judged(
  { input, tested, idle, slo, findings, warnings, paired }: Prepared,
  next: () => number | null,
  rules: CheckRules,
): ScenarioCheck {
  const { current, baseline } = input;
  const compared = tested.map((each) => {
    const raised = probabilitiesOf(each).flatMap(() => next() ?? []);
    return judgedMeasure(each, raised, rules.level);
  });
  const bounds = slo.map(({ check, p }) => judgedSlo(check, p === null ? null : next(), rules.level));
  const checked = { findings, measures: [...compared, ...idle], slo: bounds };
  return {
    name: current.scenario.name,
    file: input.file,
    baseline: input.baselinePath,
    outcome: outcomeOf(checked, rules.strict),
    replications: current.scenario.replications,
    baselineReplications: baseline?.scenario.replications ?? null,
    paired,
    seed: current.scenario.seed,
    hash: current.scenario.hash,
    baselineHash: baseline?.scenario.hash ?? null,
    changes: baseline === null ? [] : changesBetween(baseline, current, matchStrategies(baseline, current)),
    ...checked,
    warnings,
  };
}

/**
 * Holds scenarios that were run against their baselines and their bounds. Holm's correction is over everything of all of
 * them that can fail. Pure.
 */
export function judge(inputs: readonly CheckInput[], rules: CheckRules): CheckReport {
  const prepared = inputs.map((input) => prepare(input, rules));
  const probabilities = prepared.flatMap(({ tested, slo }) => [...tested.flatMap(probabilitiesOf), ...slo.flatMap(({ p }) => p ?? [])]);
  const adjusted = holm(probabilities);
  let place = 0;
  const next = () => adjusted[place++] ?? null;
  const scenarios = prepared.map((each) => judged(each, next, rules));
  return reportOf(scenarios, probabilities.length, rules.version);
}

/** The report of scenarios that have been judged; one that failed fails all. */
export function reportOf(scenarios: readonly ScenarioCheck[], tests: number, version: string): CheckReport {
  const outcomes = new Set(scenarios.map(({ outcome }) => outcome));
  const outcome = outcomes.has('failed') ? 'failed' : outcomes.has('cannot decide') || scenarios.length === 0 ? 'cannot decide' : 'passed';
  return {
    schemaVersion: 1,
    tool: { name: 'at-capacity', version },
    outcome,
    exitCode: outcome === 'passed' ? 0 : outcome === 'failed' ? 3 : 4,
    tests,
    scenarios,
  };
}

/** Whether more replications could change what this scenario comes to. */
export function isOpen({ outcome, findings, measures, slo }: ScenarioCheck): boolean {
  if (outcome === 'failed' || findings.some(({ kind }) => kind === 'unknown')) return false;
  return [...measures, ...slo].some(({ verdict }) => verdict === 'open' || verdict === 'undecided');
}

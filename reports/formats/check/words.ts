import type { Change } from '../../result/check/changes.ts';
import type { CheckReport, Finding, MeasureCheck, Outcome, ScenarioCheck, SloCheck } from '../../result/check/check-report.ts';
import { showShare } from '../figures.ts';
import { showBound, showDifference, showInterval, showMeasured } from '../measured.ts';

/** Something that keeps the gate from passing: one line of a report, one case of JUnit, one annotation. */
export interface Problem {
  readonly scenario: string;
  readonly file: string;
  readonly strategy: string | null;
  readonly failed: boolean;
  readonly message: string;
}

export const outcomeWords: Readonly<Record<Outcome, string>> = {
  passed: 'Passed',
  failed: 'Failed',
  'cannot decide': 'Cannot decide',
};

/** "20.1 s", or of a percentile that falls among the failures "endless", "endless in 3 of 10". */
function figure({ measure, endless }: MeasureCheck, side: 'before' | 'after', value: number | null): string {
  const part = endless?.[side];
  if (part === undefined || part[0] === 0) return showMeasured(measure, value);
  return part[0] === part[1] ? 'endless' : `endless in ${part[0]} of ${part[1]}`;
}

/** "0.482/s → 0.455/s" */
function showChange(check: MeasureCheck): string {
  return `${showBefore(check)} → ${showAfter(check)}`;
}

export function showBefore(check: MeasureCheck): string {
  return figure(check, 'before', check.before);
}

export function showAfter(check: MeasureCheck): string {
  return figure(check, 'after', check.after);
}

function percent(relative: number): string {
  const size = showShare(Math.abs(relative));
  return relative === 0 ? size : `${relative < 0 ? '−' : '+'}${size}`;
}

/** "−5.6 %", of shares "+1.2 points". */
export function showSize({ measure, difference, relative, verdict }: MeasureCheck): string {
  if (verdict === 'identical') return '0';
  if (difference === null) return 'n/a';
  const points = showDifference(measure, difference);
  return points.endsWith('points') || relative === null ? points : percent(relative);
}

/** "−0.031/s to −0.022/s", of shares in points. */
export function showRange({ measure, interval, verdict }: MeasureCheck): string {
  if (verdict === 'identical' || interval === null) return '';
  return `${showDifference(measure, interval[0])} to ${showDifference(measure, interval[1])}`;
}

/** The most a measure may worsen: "0.5 points", "0.0096/s". */
export function showAllowed({ measure, allowed }: MeasureCheck): string {
  return allowed === null ? 'n/a' : showDifference(measure, allowed).replace('+', '');
}

/** "goodputPerSecond is worse: 0.482/s → 0.455/s (−5.6 %), allowed 0.0096/s" */
export function measureSentence(check: MeasureCheck): string {
  const range = showRange(check);
  const size = check.difference === null ? '' : ` (${showSize(check)}${range === '' ? '' : `, 95 %: ${range}`})`;
  const words = {
    worse: 'is worse',
    undecided: 'looks worse, which these replications do not show',
    open: 'may be worse, which these replications do not rule out',
    better: 'is better',
    within: 'is within its tolerance',
    identical: 'is identical',
    'n/a': 'does not apply',
  } as const;
  const allowed = check.allowed === null ? '' : `; allowed is ${showAllowed(check)}`;
  return `${check.measure} ${words[check.verdict]}: ${showChange(check)}${size}${allowed}${finitePart(check)}`;
}

/** "; where it is not endless 5.00 s → 50.0 s (95 %: +45.0 s to +45.0 s); allowed is 500 ms" */
function finitePart({ measure, finite }: MeasureCheck): string {
  if (finite === null) return '';
  const { before, after, interval, allowed } = finite;
  const range = interval === null ? '' : ` (95 %: ${showDifference(measure, interval[0])} to ${showDifference(measure, interval[1])})`;
  const most = showDifference(measure, allowed).replace('+', '');
  return `; where it is not endless ${showMeasured(measure, before)} → ${showMeasured(measure, after)}${range}; allowed is ${most}`;
}

/** "errorRate ≤ 3 % missed: 4.1 % (3.9 % to 4.4 %)" */
export function sloSentence({ measure, bound, verdict, value, interval }: SloCheck): string {
  const range = showInterval(measure, interval);
  return `${showBound(measure, bound)} ${verdict}: ${showMeasured(measure, value)}${range === null ? '' : ` (${range})`}`;
}

/** "limit.fixed: 8 → 4", "goodbye: gone" */
export function changeSentence({ of, strategy, key, before, after }: Change): string {
  if (of === 'strategy' && key === '') return `strategy ${strategy}: ${before === null ? 'new' : 'gone'}`;
  const where = of === 'strategy' ? `strategy ${strategy}: ` : of === 'program' ? 'at-capacity ' : '';
  return `${where}${key} ${before === null ? '(not written)' : before} → ${after === null ? '(not written)' : after}`;
}

/** At most so many of a list, and how many more there are. */
export function firstOf<Value>(values: readonly Value[], most: number, show: (value: Value) => string): readonly string[] {
  const more = values.length - most;
  return [...values.slice(0, most).map(show), ...(more > 0 ? [`… and ${more} more`] : [])];
}

function ofFinding({ name, file }: ScenarioCheck, { kind, strategy, message }: Finding): readonly Problem[] {
  return kind === 'note' ? [] : [{ scenario: name, file, strategy, failed: kind === 'failed', message }];
}

function ofCheck({ name, file }: ScenarioCheck, strategy: string, failed: boolean, message: string): Problem {
  return { scenario: name, file, strategy, failed, message };
}

/** What keeps a scenario from passing whether or not the check is strict. */
function sureProblems(scenario: ScenarioCheck): readonly Problem[] {
  const { measures, slo, findings } = scenario;
  return [
    ...findings.flatMap((finding) => ofFinding(scenario, finding)),
    ...slo
      .filter(({ verdict }) => verdict !== 'met')
      .map((check) => ofCheck(scenario, check.strategy, check.verdict === 'missed', sloSentence(check))),
    ...measures
      .filter(({ verdict }) => verdict === 'worse' || verdict === 'undecided')
      .map((check) => ofCheck(scenario, check.strategy, check.verdict === 'worse', measureSentence(check))),
  ];
}

const openIn = ({ measures }: ScenarioCheck): readonly MeasureCheck[] => measures.filter(({ verdict }) => verdict === 'open');

/** The measures that by being open keep a scenario from passing. `strict` is in its outcome already: they do when nothing else does. */
export function decisiveOpen(scenario: ScenarioCheck): readonly MeasureCheck[] {
  return scenario.outcome === 'cannot decide' && sureProblems(scenario).length === 0 ? openIn(scenario) : [];
}

/** Everything that keeps a scenario from passing, failures first. */
export function problemsOf(scenario: ScenarioCheck): readonly Problem[] {
  const open = decisiveOpen(scenario).map((check) => ofCheck(scenario, check.strategy, false, measureSentence(check)));
  const all = [...sureProblems(scenario), ...open];
  return [...all.filter(({ failed }) => failed), ...all.filter(({ failed }) => !failed)];
}

/** What is worth knowing of a scenario that does not decide: open measures, suspicious changes, notes. */
export function notesOf(scenario: ScenarioCheck): readonly { readonly strategy: string | null; readonly message: string }[] {
  const { measures, findings } = scenario;
  const decisive = decisiveOpen(scenario);
  return [
    ...findings.filter(({ kind }) => kind === 'note').map(({ strategy, message }) => ({ strategy, message })),
    ...measures
      .filter(({ suspicious }) => suspicious)
      .map((check) => ({
        strategy: check.strategy,
        message: `suspicious: ${check.measure} ${showChange(check)}${finitePart(check)}; a factor like this is more often a scenario that broke than a strategy that was tuned`,
      })),
    ...openIn(scenario)
      .filter((check) => !decisive.includes(check))
      .map((check) => ({ strategy: check.strategy, message: measureSentence(check) })),
  ];
}

/** Measures shown better than the baseline. */
function improvementsOf({ measures }: ScenarioCheck): readonly MeasureCheck[] {
  return measures.filter(({ verdict }) => verdict === 'better');
}

/** What the comparison of a scenario rests on. */
export function basisSentence({ baseline, replications, baselineReplications, paired, slo }: ScenarioCheck): string {
  if (baseline === null)
    return `${replications} replications, no baseline${slo.length > 0 ? ': only its slo: is checked' : ' and no slo:'}`;
  if (baselineReplications === null || paired === null) return `against ${baseline}: not compared`;
  const shared = Math.min(replications, baselineReplications);
  return paired
    ? `against ${baseline}: ${shared} replications, paired: the same arrivals and the same luck on both sides`
    : `against ${baseline}: ${replications} replications with ${baselineReplications}, unpaired: arrivals, seed or time changed, so luck is in the difference`;
}

/** One sentence for the whole check. */
export function checkVerdict({ outcome, scenarios }: CheckReport): string {
  const problems = scenarios.flatMap(problemsOf);
  const [first] = problems;
  if (first === undefined) {
    const better = scenarios.flatMap(improvementsOf).length;
    const held = scenarios.some(({ slo }) => slo.length > 0) ? 'every slo: is met' : 'there is nothing yet to hold it against';
    const compared = scenarios.some(({ baseline }) => baseline !== null) ? 'nothing is worse than its tolerance' : held;
    return `${outcomeWords[outcome]}: ${compared}${better === 0 ? '' : `, ${better} ${better === 1 ? 'figure is' : 'figures are'} better`}.`;
  }
  const who = first.strategy === null ? first.scenario : `${first.strategy} in ${first.scenario}`;
  const more = problems.length === 1 ? '' : ` (and ${problems.length - 1} more)`;
  return `${outcomeWords[outcome]}: ${who}: ${first.message}${more}.`;
}

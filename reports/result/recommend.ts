import { balanceOf } from './recommend/balance.ts';
import { type Basis, basisOf } from './recommend/basis.ts';
import { type FleetValue, fleetValueOf } from './recommend/fleet-value.ts';
import { isLimit } from './recommend/limit-key.ts';
import { type Choice, choose } from './recommend/select-for-fresh.ts';
import { displacementWarning, doubt, type Find, neighbours } from './recommend/sentences.ts';
import type { SweptChoice } from './recommend/swept.ts';
import { noVerdict, openPart, shipVerdict, stepBackVerdict } from './recommend/verdict.ts';
import { boundText, listed, percent } from './recommend/words.ts';
import type { Result } from './result.ts';
import { freshSet, selectionSet } from './sets.ts';
import type { Comparison, Interval, Recommendation, StrategySummary } from './summary.ts';
import type { TuneAnswer } from './tune/tune-answer.ts';

export { selectForFresh } from './recommend/select-for-fresh.ts';

export interface Advice {
  readonly recommendation: Recommendation | null;
  readonly verdict: string;
  /** What a reader has to know before believing the figures. */
  readonly warnings: readonly string[];
}

/** Null where what was swept is no limit. */
function fleetOf(result: Result, swept: SweptChoice, find: Find): FleetValue | null {
  const summary = swept.chosen === null ? null : find(swept.chosen.candidate.name);
  if (!isLimit(swept.parameter) || swept.chosen === null || summary === null) return null;
  return fleetValueOf(swept.chosen.value, summary, result.scenario.clients);
}

type SweptFields = Pick<Recommendation, 'parameter' | 'value' | 'fleetValue' | 'variant' | 'balancePoint' | 'balanceReason' | 'interval'>;

function sweptFields(result: Result, swept: SweptChoice | null, find: Find): SweptFields {
  if (swept === null) {
    return { parameter: null, value: null, fleetValue: null, variant: null, balancePoint: null, balanceReason: null, interval: null };
  }
  const variant = swept.chosen?.candidate.name ?? null;
  const ends = [swept.within[0], swept.within.at(-1)].flatMap((each) => each?.value ?? []);
  return {
    parameter: swept.parameter,
    value: swept.chosen?.value ?? null,
    fleetValue: fleetOf(result, swept, find)?.value ?? null,
    variant,
    ...balanceOf(result, swept),
    interval: swept.tested && ends.length === 2 ? (ends as unknown as Interval) : null,
  };
}

function sweptSentences(result: Result, swept: SweptChoice, fields: SweptFields, find: Find): readonly string[] {
  const { parameter, interval } = fields;
  const around = neighbours(swept, find);
  const sentences: string[] = [];
  if (interval !== null) {
    const [low, high] = [swept.within[0]?.text, swept.within.at(-1)?.text];
    const range = low === high ? `Of all values of ${parameter} only ${low} is` : `Values ${low} to ${high} of ${parameter} are`;
    sentences.push(`${range} not shown worse than the best by more than 1 % goodput.`);
  }
  const chosen = swept.chosen === null ? null : find(swept.chosen.candidate.name);
  if (swept.chosen !== null && around !== '')
    sentences.push(`One step from ${parameter} ${swept.chosen.text}${chosen === null ? '' : doubt(chosen)}: ${around}.`);
  const fleet = fleetOf(result, swept, find)?.text ?? '';
  if (fleet !== '') sentences.push(`That is ${fleet}.`);
  if (parameter !== null && isLimit(parameter)) {
    const point = fields.balancePoint;
    const under = `under ${percent(result.scenario.recommend.balance)} of first attempts refused`;
    sentences.push(
      point === null
        ? `Balance point: ${fields.balanceReason}.`
        : `Balance point: ${point}, ${under}${fields.balanceReason === null ? '' : `; ${fields.balanceReason}`}.`,
    );
  }
  return sentences;
}

/** What `tune` has decided is not decided anew from the replications that its result keeps. */
function tunedAdvice(tune: TuneAnswer): Advice {
  const { status, parameter, value, fleetValue, variant, balancePoint, balanceReason, interval, reason, verdict } = tune;
  const isAdvice = variant !== null && (status === 'found' || status === 'undecided');
  const fields = { parameter, value, fleetValue, variant, balancePoint, balanceReason, interval, replicationsNeeded: null, reason };
  const basis = status === 'found' ? 'shown' : 'best guess';
  return { recommendation: isAdvice ? { strategy: variant, ...fields, basis } : null, verdict, warnings: [] };
}

function reasonOf(result: Result, choice: Choice, ship: StrategySummary, basis: Basis, replications: number): string {
  const met = ship.slo.filter(({ verdict }) => verdict === 'met').map(boundText);
  const bounds = met.length === 0 ? '' : `meets ${listed(met)} and `;
  const fresh = ship.fresh ? ', on replications that were not used to choose it' : '';
  const first = `${ship.name} ${bounds}has ${Number((ship.goodputPerSecond ?? 0).toPrecision(3))} good answers per second${fresh}${openPart(basis, replications)}.`;
  const over = choice.passedOver.map(
    ({ strategy, next, factor }) =>
      `${strategy} was passed over: ${factor.toFixed(1)} × the attempts per request of ${next}, recommend.maxAmplification is ${result.scenario.recommend.maxAmplification}.`,
  );
  return [first, ...over].join(' ');
}

/**
 * The strategy to ship and the value of the swept parameter. Chosen on the replications that select; figures, and whether
 * they show what is claimed, come from `summaries`, which hold fresh ones where there are any.
 */
export function recommend(result: Result, summaries: readonly StrategySummary[], comparisons: readonly Comparison[]): Advice {
  if (result.tune !== undefined) return tunedAdvice(result.tune);
  const choice = choose(result);
  const find: Find = (name) => summaries.find((summary) => summary.name === name) ?? null;
  const ship = choice.ship === null ? null : find(choice.ship);
  const replications = replicationsOf(result, ship);
  const warnings = choice.warning === null ? [] : [displacementWarning(choice.warning, find)];
  if (ship !== null && isStepBack(result, choice, ship, comparisons))
    return { recommendation: null, verdict: stepBackVerdict(result, choice, ship, replications), warnings };
  if (ship === null || (result.strategies.length === 1 && ship.slo.length === 0)) {
    return { recommendation: null, verdict: noVerdict(result, choice, find, replications), warnings };
  }
  const basis = basisOf(ship, comparisons, replications);
  const fields = sweptFields(result, choice.swept, find);
  const swept = choice.swept === null ? [] : sweptSentences(result, choice.swept, fields, find);
  return {
    recommendation: {
      strategy: ship.name,
      ...fields,
      basis: basis.basis,
      replicationsNeeded: basis.replicationsNeeded,
      reason: [reasonOf(result, choice, ship, basis, replications), ...swept].join(' '),
    },
    verdict: shipVerdict(result, choice, find, { ship, basis, replications }),
    warnings,
  };
}

/** What is left where the baseline was passed over for its attempts, and is shown to have less goodput than it. */
function isStepBack({ scenario }: Result, { passedOver }: Choice, ship: StrategySummary, comparisons: readonly Comparison[]): boolean {
  const { baseline } = scenario;
  return (
    passedOver.some(({ strategy }) => strategy === baseline) &&
    comparisons.some(
      (each) =>
        each.measure === 'goodputPerSecond' && each.strategy === ship.name && each.baseline === baseline && each.verdict === 'worse',
    )
  );
}

/** How many replications the figures of a strategy are over; of any strategy when none is shipped. */
function replicationsOf(result: Result, ship: StrategySummary | null): number {
  const name = ship?.name ?? result.strategies.find(({ failure }) => failure === null)?.name ?? '';
  const set = ship?.fresh ? freshSet(result) : selectionSet(result);
  return set.cohort(name)?.replications.length ?? 0;
}

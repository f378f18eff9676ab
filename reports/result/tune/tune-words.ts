import type { Balance } from '../recommend/balance.ts';
import type { FleetValue } from '../recommend/fleet-value.ts';
import { isLimit } from '../recommend/limit-key.ts';
import { type Find, neighbours } from '../recommend/sentences.ts';
import type { SweptChoice } from '../recommend/swept.ts';
import { boundAndValue, boundText, errorsText, listed, p95Text, percent } from '../recommend/words.ts';
import type { Result } from '../result.ts';
import type { StrategySummary } from '../summary.ts';
import { triedAt } from './line.ts';
import { dayText, gainText, type ToldSchedule } from './schedule-words.ts';
import type { Searched } from './searched.ts';
import type { TuneAnswer, TuneStatus, WorstHour } from './tune-answer.ts';

/** All that the words of an answer are made of. */
export interface Told {
  readonly result: Result;
  readonly searched: Searched;
  readonly status: TuneStatus;
  readonly swept: SweptChoice;
  readonly find: Find;
  /** Of the value that the answer is about. */
  readonly summary: StrategySummary | null;
  readonly balance: Balance;
  readonly fleet: FleetValue | null;
  readonly worstHour: WorstHour | null;
  readonly schedule: ToldSchedule | null;
}

/** A share of good answers from which on nothing is left to be gained. */
const nearlyAll = 0.99;
/** Refusals that rise by less are not worth a word. */
const visibleRise = 0.01;

const rate = (value: number | null): string => `${Number((value ?? 0).toPrecision(3))}/s`;

export function tellTune(told: Told): Pick<TuneAnswer, 'verdict' | 'reason' | 'binding'> {
  const { result } = told;
  const { verdict, binding } = verdictOf(told);
  const lead = result.incomplete ? 'Interrupted before all was run. ' : '';
  const day = told.schedule === null ? '' : dayText(told.schedule);
  return { verdict: `${lead}${verdict}${day}`, binding, reason: reasonsOf(told).join(' ') };
}

function verdictOf(told: Told): Pick<TuneAnswer, 'verdict' | 'binding'> {
  const { status, searched, swept, summary } = told;
  const { parameter, strategy } = searched;
  const [first, last] = [searched.texts[0], searched.texts.at(-1)];
  const range = first === last ? `${first}` : `${first} to ${last}`;
  if (status === 'nothing' || summary === null) return { verdict: nothingText(told), binding: null };
  const at = `${parameter} ${swept.chosen?.text ?? ''}`;
  if (status === 'found') return { verdict: `Ship ${at} for ${strategy}: ${figures(summary)}${need(summary)}`, binding: null };
  const { unmet = [], struck } = swept.chosen === null ? {} : triedAt(searched.line, searched.line.values.indexOf(swept.chosen.value));
  const open = summary.slo.filter(({ measure }) => unmet.includes(measure)).map(boundAndValue);
  const binding = open.length === 0 ? null : listed(open);
  if (status === 'none') {
    if ((summary.goodputPerSecond ?? 0) === 0)
      return { verdict: `None is safe: no ${parameter} from ${range} gives a good answer`, binding };
    const misses = binding === null ? `misses ${boundsOf(summary)} on fresh replications` : `misses ${binding}`;
    return { verdict: `None is safe: no ${parameter} from ${range} meets every bound; the nearest, ${at}, ${misses}`, binding };
  }
  const why = binding !== null ? `${runsOf(told)} do not show ${binding}` : unconfirmed(told, summary, struck !== undefined);
  return { verdict: `Cannot decide: ${at} is the best guess; ${why}`, binding };
}

const boundsOf = ({ slo }: StrategySummary): string => listed(slo.map(boundText));

/** Why a value that met every bound in the search is not to be shipped. */
function unconfirmed({ result, searched: { line } }: Told, summary: StrategySummary, isStruck: boolean): string {
  if (isStruck) return `fresh replications did not show that it meets ${boundsOf(summary)}`;
  if (result.incomplete) return 'it is not run through';
  const struck = [...line.tried.values()].filter((tried) => tried.struck !== undefined).length;
  return `it is not run on fresh replications, which did not show of ${struck} others that they meet ${boundsOf(summary)}`;
}

function runsOf({ searched, swept }: Told): string {
  const position = searched.line.values.indexOf(swept.chosen?.value ?? Number.NaN);
  const { length } = position < 0 ? [] : triedAt(searched.line, position).goodputs;
  return `${length} replications`;
}

function nothingText({ result }: Told): string {
  const failure = result.strategies.find((each) => each.failure !== null)?.failure ?? null;
  if (failure !== null) return `Nothing was measured: no value could be run to its end (${failure.code})`;
  return result.incomplete ? 'Too little was run to say anything' : 'Nothing was measured: no request arrived';
}

function figures(summary: StrategySummary): string {
  return `errors ${errorsText(summary)}, p95 ${p95Text(summary)}, ${rate(summary.goodputPerSecond)} good answers`;
}

/** Said where the load asks for no more. */
function need({ goodShare }: StrategySummary): string {
  return goodShare !== null && goodShare >= nearlyAll
    ? `; you do not need more: it answers ${percent(goodShare)} of what is asked for`
    : '';
}

function reasonsOf(told: Told): readonly string[] {
  const { status, searched, summary, fleet, result } = told;
  const isFound = status === 'found' && summary !== null;
  const met = isFound ? summary.slo.map(boundText) : [];
  const found = isFound
    ? [
        met.length === 0 ? '' : `It meets ${listed(met)}, on fresh replications that were not used to choose it.`,
        why(told),
        stepsText(told),
        fleet === null || fleet.text === '' ? '' : `That is ${fleet.text}.`,
      ]
    : [];
  const day = told.schedule === null ? [] : [gainText(told.schedule, isFound ? summary : null)];
  const balance = isLimit(searched.parameter) && status !== 'nothing' ? [balanceText(told)] : [];
  const all = [intervalText(told), ...found, ...balance, ...worstText(told), ...day, costText(searched)];
  return result.strategies.length === 0 ? [] : all.filter((text) => text !== '');
}

function intervalText({ swept, searched }: Told): string {
  const [low, high] = [swept.within[0]?.text, swept.within.at(-1)?.text];
  if (low === undefined || high === undefined) return '';
  const open = high === searched.texts.at(-1) ? '; larger ones were not tried' : '';
  if (low === high)
    return `Of all values of ${searched.parameter} only ${low} is not shown worse than the best by more than 1 % goodput${open}.`;
  return `Values ${low} to ${high} of ${searched.parameter} are not shown worse than the best by more than 1 % goodput${open}.`;
}

/** Why no larger value is better. */
function why({ swept, summary, find }: Told): string {
  if (summary === null) return '';
  if (summary.goodShare !== null && summary.goodShare >= nearlyAll) return '';
  const next = swept.values[swept.chosen === null ? 0 : swept.values.indexOf(swept.chosen) + 1];
  const above = next === undefined ? null : find(next.candidate.name);
  if (next === undefined || above === null) return '';
  const [own, other] = [summary.firstAttemptRefusedRate ?? 0, above.firstAttemptRefusedRate ?? 0];
  const most = rate(summary.goodputPerSecond);
  return other - own >= visibleRise
    ? `More at once are refused: ${percent(other)} of first attempts at ${next.text}, ${percent(own)} at ${swept.chosen?.text}; refusals are fast, and no answers.`
    : `The provider gives ${most}, whether or not more is sent at once.`;
}

function stepsText({ swept, find }: Told): string {
  const around = neighbours(swept, find);
  return around === '' ? '' : `One step from ${swept.parameter} ${swept.chosen?.text}: ${around}.`;
}

function balanceText({ balance: { balancePoint, balanceReason }, result }: Told): string {
  const under = `under ${percent(result.scenario.recommend.balance)} of first attempts refused`;
  if (balancePoint === null) return `Balance point: ${balanceReason}.`;
  return `Balance point: ${balancePoint}, ${under}${balanceReason === null ? '' : `; ${balanceReason}`}.`;
}

function worstText({ worstHour }: Told): readonly string[] {
  if (worstHour === null) return [];
  const { from, until, errorRate, freeSlots, margin } = worstHour;
  const left =
    margin === null
      ? ''
      : margin >= 0
        ? `, ${percent(margin)} below the bound`
        : `, ${percent(-margin)} above the bound that holds over the run`;
  const when = `${from.slice(0, 16)} to ${until.slice(11, 16)}`;
  return [`Worst from ${when}: ${percent(errorRate)} of requests fail${left}; ${Number(freeSlots.toPrecision(2))} slots are free.`];
}

function costText({ cost: { replications, plainGrid }, line }: Searched): string {
  return `Found with ${replications} replications of ${line.tried.size} values; every value in each would be ${plainGrid}.`;
}

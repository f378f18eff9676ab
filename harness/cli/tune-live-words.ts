import { showDuration } from '../../reports/formats/figures.ts';
import { boundText, listed, percent, span } from '../../reports/result/recommend/words.ts';
import { grouped } from '../../sim/kernel/grouped.ts';
import type { LiveTried } from '../tune/live/live-trials.ts';
import { endings, notes } from './probe-words.ts';
import { bindingOf, type LiveTold } from './tune-live-told.ts';

const rate = (value: number): string => `${Number(value.toPrecision(3))}/s`;

/** The answer in a sentence, without its full stop. */
export function verdictOf(told: LiveTold): string {
  const { found, status, about, binding, plan } = told;
  const lead = found.ramp.ended === 'interrupted' ? 'Interrupted before all was measured. ' : '';
  if (status === 'nothing' || about === undefined) return `${lead}${nothingText(told)}`;
  const at = atText(told, about);
  if (status === 'found') return `${lead}Ship ${at} for ${plan.strategy.name}: ${figuresText(about)}${leftAside(told)}`;
  if (status === 'none' && found.guess !== undefined)
    return `${lead}None is safe: ${about.concurrency} at once are good, and that is less than 1 for each of ${plan.clients} clients`;
  if (status === 'none')
    return `${lead}None is safe: no limit from ${rangeOf(told)} meets every bound; the nearest, ${at}, misses ${binding ?? 'all answers'}`;
  return `${lead}Cannot decide: ${at} is the best guess; ${whyOpen(told, about)}`;
}

/** "limit 8", "limit 2 (8 at once for 4 clients)". */
function atText({ perClient, plan }: LiveTold, { concurrency }: LiveTried): string {
  if (perClient === concurrency) return `limit ${concurrency}`;
  return `limit ${perClient} (${concurrency} at once for ${plan.clients} clients)`;
}

function rangeOf({ found: { tried } }: LiveTold): string {
  const [low, high] = [tried[0]?.concurrency, tried.at(-1)?.concurrency];
  return low === high ? `${low}` : `${low} to ${high}`;
}

function figuresText({ errorRate, p95, goodputPerSecond }: LiveTried): string {
  const errors = errorRate === null ? 'none measured' : percent(errorRate);
  return `errors ${errors}, p95 ${Number.isFinite(p95) ? span(p95) : 'endless'}, ${rate(goodputPerSecond)} good answers`;
}

function leftAside({ plan: { unmeasured } }: LiveTold): string {
  return unmeasured.length === 0 ? '' : `; not measured: ${listed(unmeasured)}`;
}

function whyOpen({ binding, found }: LiveTold, { requests, standing }: LiveTried): string {
  if (found.guess === undefined) return `it misses ${binding ?? 'its bounds'}, and fewer at once were not measured`;
  if (standing !== 'met' && binding !== null) return `${grouped(requests)} requests do not show ${binding}`;
  return 'it was not measured once more, by a step that it was not chosen by';
}

function nothingText({ found: { ramp } }: LiveTold): string {
  if (ramp.ended === 'interrupted' && ramp.steps.every(({ cutShort }) => cutShort !== null))
    return 'Nothing was measured: no step was finished';
  return 'Nothing was measured: no step ran its time and had an answer';
}

/** Whole sentences: what it rests on, what is beside it, what a ramp leaves out, why it ended where it did. */
export function reasonOf(told: LiveTold): readonly string[] {
  const { found, plan, status, about } = told;
  const isMeasured = status !== 'nothing' && about !== undefined;
  return [
    ...(isMeasured ? [foundText(told, about), stepsText(told, about), intervalText(told), balanceText(told)] : []),
    unmeasuredText(told),
    ...notes(found.ramp.steps, plan),
    ...endings(found.ramp, plan),
    surerText(told),
    unknownText(told),
    costText(told),
  ].filter((text) => text !== '');
}

function unmeasuredText({ plan: { unmeasured } }: LiveTold): string {
  return unmeasured.length === 0 ? '' : `A ramp does not measure ${listed(unmeasured)}: what bounds it is left aside, and not met.`;
}

/** What would show bounds that are met as far as anybody can see. */
function surerText({ status, about, found: { guess, ramp } }: LiveTold): string {
  if (status !== 'undecided' || guess === undefined || about?.standing !== 'open' || ramp.ended === 'interrupted') return '';
  return 'More requests make it surer: a longer --step, and as many as that takes with --max-requests and --max-time.';
}

/** The scenario may have made its model up. */
function unknownText({ found: { ramp }, plan: { request } }: LiveTold): string {
  const isRefused = ramp.ended === 'hard' && ramp.steps.some(({ classes }) => (classes.client_error ?? 0) > 0);
  return isRefused ? `It was asked for the model ${request.model}; --model names another.` : '';
}

function foundText({ status }: LiveTold, { verdicts, requests, steps }: LiveTried): string {
  if (status !== 'found' || verdicts.length === 0) return '';
  return `It meets ${listed(verdicts.map(boundText))}, by ${grouped(requests)} requests in ${steps} steps, the last of which it was not chosen by.`;
}

/** What fewer and more at once would do. */
function stepsText({ status, found }: LiveTold, about: LiveTried): string {
  if (status !== 'found' && status !== 'undecided') return '';
  const { tried } = found;
  const at = tried.findIndex(({ concurrency }) => concurrency === about.concurrency);
  const below = tried[at - 1];
  const above = tried[at + 1];
  const said = [
    ...(below === undefined ? [] : [`${below.concurrency} ${lessText(below, about)}`]),
    above === undefined ? `more than ${about.concurrency} was not measured` : `${above.concurrency} ${moreText(above, about)}`,
  ];
  return `One step from ${about.concurrency} at once: ${said.join(', ')}.`;
}

/** Differences of shares below a point are not worth a word. */
const visibleRise = 0.01;
const alike = 0.01;

function missesText(other: LiveTried): string | null {
  return other.standing === 'missed' ? `misses ${bindingOf(other) ?? 'its bounds'}` : null;
}

function lessText(other: LiveTried, about: LiveTried): string {
  const loss = 1 - other.goodputPerSecond / about.goodputPerSecond;
  return missesText(other) ?? (loss >= alike ? `has ${percent(loss)} less goodput` : 'does no worse');
}

function moreText(other: LiveTried, about: LiveTried): string {
  const misses = missesText(other);
  if (misses !== null) return misses;
  const rise = (other.refused ?? 0) - (about.refused ?? 0);
  const gain = other.goodputPerSecond / about.goodputPerSecond - 1;
  const refused = rise >= visibleRise ? `has ${percent(other.refused ?? 0)} refused` : null;
  if (gain > alike) return `${refused === null ? 'has' : `${refused} and`} ${percent(gain)} more goodput`;
  return refused === null ? 'buys nothing' : `${refused}, and no more goodput`;
}

function intervalText({ found: { within, tried } }: LiveTold): string {
  const [low, high] = [within[0]?.concurrency, within.at(-1)?.concurrency];
  if (low === undefined || high === undefined) return '';
  const open = high === tried.at(-1)?.concurrency ? '; more were not measured' : '';
  if (low === high) return `Of those as fit, only ${low} at once is not shown worse than the best by more than 1 % goodput${open}.`;
  return `${low} to ${high} at once are not shown worse than the best by more than 1 % goodput${open}.`;
}

function balanceText({ balance: { balancePoint, balanceReason }, plan }: LiveTold): string {
  if (balancePoint === null) return `Balance point: ${balanceReason}.`;
  const under = `under ${percent(plan.options.balance)} of requests refused`;
  return `Balance point: ${balancePoint}, ${under}${balanceReason === null ? '' : `; ${balanceReason}`}.`;
}

function costText({ found: { ramp }, plan, status }: LiveTold): string {
  const cost = `${grouped(ramp.sent)} requests to ${plan.target.url.href} in ${showDuration(ramp.seconds * 1000)}.`;
  if (status === 'nothing') return cost;
  return `${cost} Each step had so many users who wait for an answer before they ask again: queue, retries and fallbacks of the strategy had no part in it, and the load of the scenario none either; tune without --live has both.`;
}

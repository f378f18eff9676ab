import type { Result } from '../result.ts';
import { beyond } from '../slo-verdict.ts';
import type { StrategySummary } from '../summary.ts';
import type { Basis } from './basis.ts';
import type { Choice } from './select-for-fresh.ts';
import { doubt, type Find, neighbours } from './sentences.ts';
import type { Displacing } from './winner.ts';
import { boundAndValue, dollars, errorsText, listed, p95Text } from './words.ts';

/** "errors 4.4 % → 2.1 %, p95 12.3 s → 14.0 s, cost $55 → $54"; without a baseline only the figures themselves. */
function figures(own: StrategySummary, baseline: StrategySummary | null): string {
  const change = (say: (summary: StrategySummary) => string) => (baseline === null ? say(own) : `${say(baseline)} → ${say(own)}`);
  const priced = [own, baseline].some((summary) => (summary?.costUsd ?? 0) > 0);
  const parts = [`errors ${change(errorsText)}`, `p95 ${change(p95Text)}`];
  if (priced) parts.push(`cost ${change(({ costUsd }) => dollars(costUsd ?? 0))}`);
  return parts.join(', ');
}

/** What is said of the whole run at the end of every verdict. */
function remarks({ strategies, incomplete, scenario }: Result, replications: number): string {
  const failed = strategies.flatMap(({ name, failure }) => (failure === null ? [] : [`${name} failed (${failure.code})`]));
  // Live, the one that was stopped counts as far as it came.
  const within = scenario.mode === 'live' && replications >= scenario.replications;
  if (incomplete)
    failed.push(
      within ? 'interrupted in the last replication' : `interrupted after ${replications} of ${scenario.replications} replications`,
    );
  return failed.map((remark) => `; ${remark}`).join('');
}

/** What the sweep says of the value that is to be shipped. */
function shippedValue({ swept, ship }: Choice, find: Find): string {
  if (swept === null || swept.chosen === null || swept.chosen.candidate.name !== ship) return '';
  const around = neighbours(swept, find);
  return around === '' ? '' : `; ${swept.parameter} ${swept.chosen.text}: ${around}`;
}

/** What the sweep says when another strategy is to be shipped: a sentence of its own. */
function besides({ swept, ship }: Choice, find: Find, family: string): string {
  if (swept === null || swept.chosen?.candidate.name === ship) return '';
  if (swept.chosen === null) return `. No ${swept.parameter} of ${family} meets every bound`;
  const around = neighbours(swept, find);
  const chosen = find(swept.chosen.candidate.name);
  const value = `${swept.parameter} ${swept.chosen.text}${chosen === null ? '' : doubt(chosen)}`;
  return `. If it is to be ${family}: ${value}${around === '' ? '' : `; ${around}`}`;
}

/** What the figures leave open, and how many replications would settle it. */
export function openPart({ open, replicationsNeeded }: Basis, replications: number): string {
  if (open === '') return '';
  const needed = replicationsNeeded === null ? '' : `, about ${replicationsNeeded} replications would`;
  const why = replications < 2 ? ' (one replication shows no spread)' : '';
  return `; ${replications} replication${replications === 1 ? '' : 's'} do${replications === 1 ? 'es' : ''} not show ${open}${why}${needed}`;
}

interface Shipping {
  readonly ship: StrategySummary;
  readonly basis: Basis;
  readonly replications: number;
}

/** How sure the advice is, in its first words. */
function leadOf({ slo }: StrategySummary, { basis }: Basis, verb: 'keep' | 'ship'): string {
  if (basis === 'shown') return verb === 'keep' ? 'Keep' : 'Ship';
  return slo.some((each) => each.verdict === 'missed' || beyond(each))
    ? 'None is shown to be safe; the best guess is'
    : `Best guess: ${verb}`;
}

/** The verdict on a strategy that is to be shipped. */
export function shipVerdict(result: Result, choice: Choice, find: Find, { ship, basis, replications }: Shipping): string {
  const { baseline, sweep } = result.scenario;
  const against = ship.name === baseline ? null : find(baseline);
  const compared = against === null || against.failure !== null ? null : against;
  const verb = ship.name === baseline && result.strategies.length > 1 ? 'keep' : 'ship';
  const first = `${leadOf(ship, basis, verb)} ${ship.name}: ${figures(ship, compared)}${shippedValue(choice, find)}${openPart(basis, replications)}`;
  return `${first}${remarks(result, replications)}${besides(choice, find, sweep?.strategy ?? '')}`;
}

function attemptsText({ strategy, factor, next }: Displacing, { scenario }: Result): string {
  const { maxAmplification } = scenario.recommend;
  return `${strategy} sends ${factor.toFixed(1)} × the attempts per request of ${next} (recommend.maxAmplification: ${maxAmplification})`;
}

/** The verdict where the baseline sends too many attempts, and everything else has less goodput. */
export function stepBackVerdict(result: Result, { passedOver }: Choice, ship: StrategySummary, replications: number): string {
  const { baseline } = result.scenario;
  const over = passedOver.filter(({ strategy }) => strategy === baseline).map((each) => attemptsText(each, result));
  return `None is to be shipped: ${listed(over)}, and ${ship.name}, the best of the others, has less goodput${remarks(result, replications)}`;
}

function noneReason(choice: Choice, find: Find, result: Result): string {
  const best = [...choice.candidates].sort((a, b) => b.goodput - a.goodput)[0];
  const summary = best === undefined ? null : find(best.name);
  const { failure } = result.strategies[0] ?? { failure: null };
  if (best === undefined || summary === null) {
    return failure === null ? 'Nothing was measured: no request arrived' : 'Nothing was measured: no strategy ran to its end';
  }
  if (best.goodput === 0) return `No strategy gave a good answer: ${figures(summary, null)} with ${summary.name}`;
  const over = choice.passedOver[0];
  if (over !== undefined) return `None is safe: ${attemptsText(over, result)}`;
  const missed = summary.slo.filter(({ verdict }) => verdict !== 'met').map(boundAndValue);
  return `None is safe: the best, ${summary.name}, misses ${listed(missed)}`;
}

/** The verdict when nothing can be recommended. */
export function noVerdict(result: Result, choice: Choice, find: Find, replications: number): string {
  const only = result.strategies.length === 1 && choice.winner !== null ? find(choice.winner.name) : null;
  const reason =
    only === null
      ? noneReason(choice, find, result)
      : `${only.name} alone: ${figures(only, null)}; a second strategy gives something to compare`;
  return `${reason}${remarks(result, replications)}`;
}

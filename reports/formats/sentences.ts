import { grouped } from '../../sim/kernel/grouped.ts';
import { formatDuration } from '../../sim/kernel/units.ts';
import type { Recommendation } from '../result/summary.ts';
import { cutOff } from './cut-off.ts';
import { showPlain, showShare } from './figures.ts';
import type { Report } from './format.ts';

const replicationsText = (count: number) => (count === 1 ? '1 replication' : `${count} replications`);

/** What limits the figures: interrupted, quick, live, unpaired. */
export function caveats({ result }: Report): readonly string[] {
  const { scenario } = result;
  const done = Math.min(...result.strategies.map(({ replications }) => replications.length), scenario.replications);
  return [
    ...(result.incomplete ? [`Interrupted: figures are over the ${replicationsText(done)} that every strategy has.`] : []),
    ...cutOff(result),
    ...(scenario.quick
      ? [
          `Quick look: one replication of ${formatDuration(1000 * scenario.lengthSeconds)} from ${scenario.start}; run it without --quick to be sure.`,
        ]
      : []),
    ...(scenario.mode === 'live' ? [`Measured live, in real time over HTTP${faster(scenario.timeScale)}.`] : []),
    ...(scenario.paired ? [] : ['Strategies could not be given equal luck (closed-loop users), so differences are less certain.']),
  ];
}

function faster(timeScale: number): string {
  return timeScale === 1 ? '' : `, ${showPlain(timeScale)} times as fast; durations are those of the scenario`;
}

/** Whose figures come from replications that nobody selected on. */
export function freshNote({ summary }: Report): string | null {
  const fresh = summary.strategies.filter((strategy) => strategy.fresh).map(({ name }) => name);
  return fresh.length === 0 ? null : `Selected on one set of replications, measured on a fresh one: ${fresh.join(', ')}.`;
}

/** What the recommended strategy answers with other models than the one that was asked for. */
export function fallbackNote({ summary }: Report): string | null {
  const name = summary.recommendation?.strategy;
  const found = summary.strategies.find((strategy) => strategy.name === name);
  if (found === undefined || found.fallbackShare === null || found.fallbackShare === 0) return null;
  const quality = found.quality === null ? '' : `; mean quality of what answered ${Number(found.quality.toPrecision(3))}`;
  return `${name} gives ${showShare(found.fallbackShare)} of its answers with another model than its first${quality}.`;
}

/** Why a percentile is missing, when one is. */
export function percentileNote(strategies: Report['summary']['strategies']): string | null {
  const missing = strategies.some(({ latencyMs }) => (latencyMs.withFailures?.count ?? 0) > 0 && latencyMs.withFailures?.p95 === null);
  return missing ? 'p95 with failures is n/a where more than 5 % of the requests failed: a failure counts as endless.' : null;
}

/** What ended a strategy, and what that means. */
export function failureSentences({ code, message }: { readonly code: string; readonly message: string }): string {
  return `${message}${/[.!?]$/.test(message) ? '' : '.'} ${failureMeaning(code)}`;
}

function failureMeaning(code: string): string {
  if (code === 'livelock')
    return 'It kept sending without virtual time passing, or sent one request more than 1,000 times: give its retry a wait and an end.';
  if (code === 'stalled')
    return 'Requests were waiting and nothing was left that could wake them: a permit, a queue or custom code never let go.';
  if (code === 'code') return 'The other strategies are not touched by it.';
  return 'This is an error of the program, not of the strategy: please report it with the scenario.';
}

function basisSentence({ basis, replicationsNeeded }: Recommendation): string {
  if (basis === 'shown') return 'Basis: shown by these replications.';
  const needed = replicationsNeeded === null ? '' : `; about ${grouped(replicationsNeeded)} replications would`;
  return `Basis: a best guess, these replications do not show it${needed}.`;
}

/** What follows the verdict: the reason, and what it rests on. Empty without a recommendation. */
export function recommendationSentences({ summary: { recommendation } }: Report): readonly string[] {
  return recommendation === null ? [] : [recommendation.reason, basisSentence(recommendation)];
}

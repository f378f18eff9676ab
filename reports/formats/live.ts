import type { LiveFigures, Spread } from '../result/fold.ts';
import { showDuration, showRate } from './figures.ts';
import type { Report } from './format.ts';

export const liveTitle = 'How well the live run kept to time';

/** "p50 0.4 ms, p99 2.1 ms, at most 8 ms" */
function spread({ p50, p99, max }: Spread): string {
  return `p50 ${showDuration(p50)}, p99 ${showDuration(p99)}, at most ${showDuration(max)}`;
}

/** What the harness itself added, in real time, in one sentence. */
export function liveSentence(live: LiveFigures): string {
  return `${told(live).join('; ')}.`;
}

function told({ latenessMs, connectionMs, offeredPerSecond, achievedPerSecond, timerErrorMs, servedMs }: LiveFigures): readonly string[] {
  const served =
    servedMs === null ? [] : [`answers as the server timed them p50 ${showDuration(servedMs.p50)}, p95 ${showDuration(servedMs.p95)}`];
  return [
    `requests began late by ${spread(latenessMs)}`,
    `a connection took ${spread(connectionMs)}`,
    `${showRate(achievedPerSecond)} of ${showRate(offeredPerSecond)} attempts were sent in time`,
    `empty timers of this machine were late by ${spread(timerErrorMs)}`,
    ...served,
  ];
}

/** What the harness itself adds to the figures of each strategy, in real time; empty for a run in virtual time. */
export function liveFacts({ summary }: Report): readonly { readonly strategy: string; readonly text: string }[] {
  return summary.strategies.flatMap(({ name, live }) => (live === undefined ? [] : [{ strategy: name, text: liveSentence(live) }]));
}

/** What made the figures. */
export function madeBy(report: Report): 'Simulated' | 'Measured live' {
  return liveFacts(report).length > 0 ? 'Measured live' : 'Simulated';
}

import { grouped, showRate, showShare } from '../../reports/formats/figures.ts';
import { visible } from '../../reports/formats/visible.ts';
import { calendarOf, formatWallTime } from '../../sim/curves/calendar.ts';
import { firstCalendar } from '../scenario/run-faults.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Expectation } from '../serve/expect-refusals.ts';

/** What `serve` says once it listens at `address`. */
export function servedLines(served: { readonly scenario: Scenario; readonly address: string; readonly expected: Expectation }): string {
  const { scenario, address } = served;
  const { name, time, workload } = scenario;
  const url = `${address}/v1`;
  const local = (ms: number) => formatWallTime(calendarOf(firstCalendar(scenario)).localAt(ms));
  return [
    `OPENAI_BASE_URL=${url}`,
    'OPENAI_API_KEY=any',
    '',
    `${visible(name)}, from ${local(served.expected.fromMs)} ${time.zone} on; a second there is a second here.`,
    ...expectedLines(served.expected, visible(workload.model), local),
    '',
    'Try',
    `  curl ${url}/chat/completions -H 'content-type: application/json' -d ${shellQuoted(question(workload.model))}`,
    '',
    `Slots and counts: ${address}/_admin/state`,
    'Ctrl-C ends it.',
    '',
  ].join('\n');
}

function expectedLines({ fromMs, toMs, alone, own }: Expectation, model: string, local: (ms: number) => string): readonly string[] {
  const until = local(toMs).slice(11);
  const lines = [`Expect ${shareOf(alone)} of requests to ${model} to be refused until ${until} when they come one by one,`];
  if (own !== undefined) lines.push(`and ${shareOf(own)} at the scenario's own ${showRate(own.perSecond)}.`);
  const tried = grouped(alone.attempts + (own?.attempts ?? 0));
  lines.push(`(Simulated: ${tried} single attempts in virtual time from ${local(fromMs).slice(11)} on.)`);
  return lines;
}

function shareOf({ attempts, refused }: { readonly attempts: number; readonly refused: number }): string {
  return showShare(attempts === 0 ? null : refused / attempts);
}

function question(model: string): string {
  const json = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] });
  return json.replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

import { networkInterfaces } from 'node:os';
import { showRate, showShare } from '../../reports/formats/figures.ts';
import { wrap } from '../../reports/formats/terminal/width.ts';
import { calendarOf, formatWallTime } from '../../sim/curves/calendar.ts';
import { dialectOf } from '../../sim/dialects/registry.ts';
import { grouped } from '../../sim/kernel/grouped.ts';
import { firstCalendar } from '../scenario/run-faults.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Expectation } from '../serve/expect-refusals.ts';
import type { Refusals } from '../serve/try-out.ts';
import { curlLines, environmentLines } from './spoken-lines.ts';

const columns = 80;

export interface ServedLines {
  readonly scenario: Scenario;
  /** Where it listens: `http://127.0.0.1:4010`. */
  readonly address: string;
  readonly models: readonly string[];
  readonly expected: Expectation;
  /** Where it was told to listen. */
  readonly host: string;
  readonly daySpeed: number;
  readonly timeScale: number;
  readonly adminToken: string | undefined;
  /** How callers retry is judged. */
  readonly report: boolean;
}

/** What `serve` says once it listens. The first two lines can go into an environment as they are. */
export function servedLines(served: ServedLines): string {
  const { scenario, address, models, expected, adminToken, report } = served;
  const dialect = dialectOf(Object.values(scenario.providers)[0]?.dialect ?? 'openai');
  const local = (ms: number) => formatWallTime(calendarOf(firstCalendar(scenario)).localAt(ms));
  const [day = '', hour = ''] = local(expected.fromMs).split('T');
  return [
    ...environmentLines(dialect, address),
    '',
    ...wrap(`${scenario.name} at ${hour} of ${day}, ${scenario.time.zone}. ${passing(served)}`, columns, 0, 2),
    ...wrap(`Models: ${listed(models)}.`, columns, 0, 2),
    ...wrap(expectation(expected, scenario.workload.model, local(expected.toMs).slice(day.length + 1)), columns, 0, 2),
    '',
    'Try',
    ...curlLines(dialect, address, scenario.workload.model).map((line) => `  ${line}`),
    '',
    `Other dialects: ${address}/${dialect.name === 'anthropic' ? 'gemini' : 'anthropic'} … (at-capacity list dialects)`,
    `Live page: ${address}/${adminToken === undefined ? '' : `#token=${adminToken}`}`,
    `Slots, quotas and counts: ${address}/_admin/state`,
    ...(report ? [`How your clients retry: ${address}/_admin/conduct`] : []),
    ...(adminToken === undefined ? [] : [`${report ? 'All' : 'Both'} want the token ${adminToken}`]),
    ...elsewhere(served),
    'Ctrl-C ends it.',
    '',
  ].join('\n');
}

function passing({ daySpeed, timeScale }: ServedLines): string {
  if (timeScale !== 1) return `Everything passes ${timeScale} times as fast as with you: for a client that knows it.`;
  if (daySpeed !== 1) return `Its day passes ${daySpeed} times as fast as yours; answers, quotas and waits take as long as ever.`;
  return 'Its time passes as yours does.';
}

/** The addresses under which other machines reach it, where it listens on all. */
function elsewhere({ host, address }: ServedLines): readonly string[] {
  if (host !== '0.0.0.0' && host !== '::') return [];
  const others = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).filter(({ internal, family }) => !internal && family === 'IPv4'),
  );
  const { port } = new URL(address);
  return others.length === 0 ? [] : [`From other machines: ${others.map((one) => `http://${one.address}:${port}`).join(', ')}`];
}

/** More than so many names say nothing new. */
const mostNames = 12;

function listed(names: readonly string[]): string {
  const more = names.length - mostNames;
  return names.slice(0, mostNames).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function expectation({ alone, own }: Expectation, model: string, until: string): string {
  const others = own === undefined ? '' : `, ${shareOf(own)} at the scenario's own ${showRate(own.perSecond)}`;
  const tried = grouped(alone.attempts + (own?.attempts ?? 0));
  return `Until ${until} expect ${model} to refuse ${shareOf(alone)} of requests that come one by one${others}: simulated, ${tried} single attempts.`;
}

function shareOf({ attempts, refused }: Refusals): string {
  return showShare(attempts === 0 ? null : refused / attempts);
}

import { showRate, showShare } from '../../reports/formats/figures.ts';
import { toJson } from '../../reports/formats/json.ts';
import { paint } from '../../reports/formats/terminal/paint.ts';
import { type TableColumn, tableLines } from '../../reports/formats/terminal/table.ts';
import { wrap } from '../../reports/formats/terminal/width.ts';
import { grouped } from '../../sim/kernel/grouped.ts';
import { packageVersion } from '../../sim/kernel/package-root.ts';
import { visible } from '../../sim/kernel/visible.ts';
import type { ProbeResult } from '../probe/probe.ts';
import { scenarioHash } from '../scenario/hash.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { exitCodes } from './exit.ts';
import type { LiveAnswer, LiveValue } from './tune-live-answer.ts';
import type { TuneLivePlan } from './tune-live-plan.ts';

/** Widest lines of prose, however wide the terminal. */
const widestProse = 100;

interface Surroundings {
  readonly columns: number;
  readonly colour: boolean;
}

/** For people: the answer, a line a concurrency that was measured, and why. */
export function tuneLiveText(answer: LiveAnswer, { columns, colour }: Surroundings): string {
  const { bold, dim } = paint(colour);
  const prose = Math.min(columns, widestProse);
  const lines = wrap(`${visible(answer.verdict)}.`, prose).map((line) => bold(line));
  if (answer.tried.length > 0) lines.push('', ...tableLines(columnsOf(answer), 2, dim));
  if (legend(answer) !== '') lines.push(dim(legend(answer)));
  if (answer.reason !== '') lines.push('', bold('Why'), ...wrap(visible(answer.reason), prose, 2));
  return `${lines.join('\n')}\n`;
}

function legend({ status, tried }: LiveAnswer): string {
  const within = tried.some((each) => each.within) ? ['~ not shown worse than the best'] : [];
  return [...(status === 'found' ? ['> to ship'] : []), ...within].join('   ');
}

function columnsOf({ tried, fleetValue }: LiveAnswer): readonly TableColumn[] {
  const right = (head: readonly string[], cell: (value: LiveValue) => string): TableColumn => ({
    head,
    align: 'right',
    cells: tried.map(cell),
  });
  return [
    { head: [''], align: 'left', cells: tried.map(({ value, within }) => (value === fleetValue ? '>' : within ? '~' : ' ')) },
    right(['at once'], ({ text }) => text),
    right(['goodput'], ({ goodputPerSecond }) => showRate(goodputPerSecond)),
    right(['refused'], ({ firstAttemptRefusedRate }) => showShare(firstAttemptRefusedRate)),
    right(['bounds'], ({ standing }) => (standing === 'doubtful' ? 'undecided' : standing)),
    right(['requests'], ({ requests }) => grouped(requests)),
  ];
}

/** For programs, and `tune.json`. */
export function tuneLiveJson(answer: LiveAnswer, ramp: ProbeResult, scenario: Scenario, plan: TuneLivePlan): string {
  const { name, seed } = scenario;
  const { model, dialect, input, maxTokens, stream } = plan.request;
  const { ended, reason, steps } = ramp;
  return toJson({
    schemaVersion: 1,
    tool: { name: 'at-capacity', version: packageVersion() },
    scenario: { name, hash: scenarioHash(scenario), seed },
    incomplete: ended === 'interrupted',
    ...answer,
    live: {
      ...{ url: plan.target.url.href, model, dialect, inputTokens: input, maxTokens, stream },
      ...{ options: plan.options, ended, reason: reason ?? null, steps },
    },
  });
}

/** How the program ends with this answer. */
export function tuneLiveCode({ status }: LiveAnswer, { ended }: ProbeResult): number {
  if (ended === 'interrupted') return exitCodes.interrupted;
  if (status === 'found') return exitCodes.done;
  return status === 'none' ? exitCodes.gateFailed : exitCodes.cannotDecide;
}

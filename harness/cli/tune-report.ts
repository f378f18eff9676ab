import { stringify } from 'yaml';
import { showRate, showShare } from '../../reports/formats/figures.ts';
import type { KnownFile } from '../../reports/formats/format.ts';
import { toJson } from '../../reports/formats/json.ts';
import { paint } from '../../reports/formats/terminal/paint.ts';
import { type TableColumn, tableLines } from '../../reports/formats/terminal/table.ts';
import { wrap } from '../../reports/formats/terminal/width.ts';
import type { ScheduleBlock, TuneAnswer, TunedSchedule, TunedValue } from '../../reports/result/tune/tune-answer.ts';
import { visible } from '../../sim/kernel/visible.ts';
import type { TunedResult } from '../tune/tuned-result.ts';
import { exitCodes } from './exit.ts';

interface Surroundings {
  readonly columns: number;
  readonly colour: boolean;
  /** Paths of the files written. */
  readonly written: readonly string[];
}

/** Widest lines of prose, however wide the terminal. */
const widestProse = 100;

/** For people: the answer, a line a value that was tried, and why. */
export function tuneText({ tune }: TunedResult, { columns, colour, written }: Surroundings): string {
  const { bold, dim } = paint(colour);
  const prose = Math.min(columns, widestProse);
  const lines = wrap(`${visible(tune.verdict)}.`, prose).map((line) => bold(line));
  if (tune.tried.length > 0) lines.push('', ...tableLines(columnsOf(tune), 2, dim), dim('> to ship   ~ not shown worse than the best'));
  if (tune.schedule !== null) lines.push('', bold('By the time of day'), ...scheduleLines(tune.schedule, dim));
  if (tune.reason !== '') lines.push('', bold('Why'), ...wrap(visible(tune.reason), prose, 2));
  if (written.length > 0) lines.push('', bold('Files'), ...written.map((path) => `  ${visible(path)}`));
  return `${lines.join('\n')}\n`;
}

function columnsOf({ parameter, tried, variant }: TuneAnswer): readonly TableColumn[] {
  const right = (head: readonly string[], cell: (value: TunedValue) => string): TableColumn => ({
    head,
    align: 'right',
    cells: tried.map(cell),
  });
  return [
    { head: [''], align: 'left', cells: tried.map((value) => (value.variant === variant ? '>' : value.within ? '~' : ' ')) },
    right([visible(parameter)], ({ text }) => visible(text)),
    right(['goodput'], ({ goodputPerSecond }) => showRate(goodputPerSecond)),
    right(['first', 'refused'], ({ firstAttemptRefusedRate }) => showShare(firstAttemptRefusedRate)),
    right(['bounds'], ({ standing }) => (standing === 'doubtful' ? 'undecided' : standing)),
    right(['replications'], ({ replications }) => String(replications)),
  ];
}

/** A line a block, and what to put in the place of the strategy's limit. */
function scheduleLines({ blocks, limit }: TunedSchedule, dim: (text: string) => string): readonly string[] {
  const right = (head: string, cell: (block: ScheduleBlock) => string): TableColumn => ({
    head: [head],
    align: 'right',
    cells: blocks.map(cell),
  });
  const isShared = blocks.every((block) => block.limit === block.fleetLimit);
  const columns = [
    right('from', ({ from }) => from),
    right('until', ({ until }) => until),
    right('limit', (block) => String(block.limit)),
    ...(isShared ? [] : [right('all clients', ({ fleetLimit }) => String(fleetLimit))]),
  ];
  const flow = (value: unknown): string => stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trimEnd();
  const pasted = Object.entries(limit).map(([key, value]) => `    ${visible(`${key}: ${flow(value)}`)}`);
  return [...tableLines(columns, 2, dim), '', '  limit:', ...pasted];
}

/** For programs, and `tune.json`. */
export function tuneJson({ tool, scenario, incomplete, tune }: TunedResult): string {
  const { name, hash, seed } = scenario;
  return toJson({ schemaVersion: 1, tool, scenario: { name, hash, seed }, incomplete, ...tune });
}

/** What `--out` writes beside the files of a run. */
export const tuneFile: KnownFile = { name: 'tune.json', beginning: '{\n  "schemaVersion": 1,\n' };

/** How the program ends with this answer. */
export function tuneCode({ incomplete, tune: { status } }: TunedResult): number {
  if (incomplete) return exitCodes.interrupted;
  if (status === 'found') return exitCodes.done;
  return status === 'none' ? exitCodes.gateFailed : exitCodes.cannotDecide;
}

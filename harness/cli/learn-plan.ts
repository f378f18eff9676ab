import { isZone, parseWallTime } from '../../sim/curves/calendar.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { shown } from '../../sim/kernel/units.ts';
import type { LogFormat } from '../learn/formats/format.ts';
import { logFormats } from '../learn/formats/registry.ts';
import { readColumns } from '../learn/reading/roles.ts';
import { parseCount } from './count.ts';
import { nameProblems } from './name-problems.ts';
import { collector } from './problems.ts';

export interface LearnFlags {
  readonly format?: string;
  readonly columns?: string;
  readonly zone?: string;
  readonly start?: string;
  readonly slots?: string;
  readonly capacity?: string;
  readonly model?: string;
  readonly strategy?: string;
  readonly quietBelow?: string;
  readonly badRows?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** What `learn` is asked to do. */
export interface LearnPlan {
  readonly logs: readonly string[];
  readonly format: LogFormat | undefined;
  readonly columns: Readonly<Record<string, string>>;
  readonly zone: string | undefined;
  readonly start: string | undefined;
  readonly slots: number | undefined;
  readonly capacity: ReadonlySet<number>;
  readonly model: string | undefined;
  readonly strategy: string | undefined;
  readonly quietBelow: number | undefined;
  /** Share of rows that may be bad. */
  readonly badRows: number;
  readonly out: string | undefined;
  readonly json: boolean;
}

const usualBadRows = 0.01;

/** Throws InputError with everything that is wrong with the command line. */
export function learnPlanOf(logs: readonly string[], flags: LearnFlags): LearnPlan {
  const { problems, attempt } = collector();
  problems.push(...nameProblems('--out', 'a file', flags.out));
  if (logs.length === 0) problems.push({ message: 'expected a log of calls, or the folder of a run with --raw; - is standard input' });
  const wrong = (file: string, expected: string, found: string): void =>
    void problems.push({ file, message: `expected ${expected}, found ${shown(found)}` });
  const { zone, start, format } = flags;
  if (zone !== undefined && !isZone(zone)) wrong('--zone', 'a time zone such as Europe/Berlin or UTC', zone);
  if (start !== undefined && parseWallTime(start) === undefined) wrong('--start', 'a local date and time such as 2026-03-02T00:00', start);
  const known =
    format === undefined || !Object.hasOwn(logFormats, format) ? undefined : (logFormats as Readonly<Record<string, LogFormat>>)[format];
  if (format !== undefined && known === undefined) wrong('--format', `one of ${Object.keys(logFormats).join(', ')}`, format);
  const columns = flags.columns === undefined ? {} : attempt(() => readColumns(flags.columns ?? ''));
  const slots = attempt(() => parseCount('--slots', flags.slots, 1, mostSlots));
  const plan: LearnPlan = {
    logs,
    format: known,
    columns: columns ?? {},
    zone,
    start,
    slots,
    capacity: attempt(() => statuses(flags.capacity)) ?? new Set(),
    model: flags.model,
    strategy: flags.strategy,
    quietBelow: attempt(() => shareIn('--quiet-below', flags.quietBelow)),
    badRows: attempt(() => shareIn('--bad-rows', flags.badRows)) ?? usualBadRows,
    out: flags.out,
    json: flags.json === true,
  };
  if (problems.length > 0) throw new InputError(problems);
  return plan;
}

const mostSlots = 100_000;

function statuses(text: string | undefined): ReadonlySet<number> {
  if (text === undefined) return new Set();
  const codes = text.split(',').map((each) => Number(each.trim()));
  if (codes.every((code) => Number.isInteger(code) && code >= 400 && code <= 599)) return new Set(codes);
  throw new InputError([{ file: '--capacity', message: `expected statuses from 400 to 599 such as 429,503, found ${shown(text)}` }]);
}

function shareIn(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d*\.?\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (value >= 0 && value <= 1) return value;
  throw new InputError([{ file: option, message: `expected a share from 0 to 1 such as 0.02, found ${shown(text)}` }]);
}

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isZone, parseWallTime } from '../../sim/curves/calendar.ts';
import { grouped } from '../../sim/kernel/grouped.ts';
import { isFolder } from '../../sim/kernel/is-folder.ts';
import { InputError, type Problem } from '../../sim/kernel/problem.ts';
import { mostText, readBytes } from '../../sim/kernel/read-bytes.ts';
import { shown } from '../../sim/kernel/units.ts';
import type { Spans } from '../learn/cells.ts';
import { type Elapsed, elapsedIn, unchanged } from '../learn/elapsed.ts';
import { type Ledger, ledgers } from '../learn/ledger.ts';
import { listed } from '../learn/listed.ts';
import { localClock, unknownStart } from '../learn/local-clock.ts';
import { type LogReading, readLog } from '../learn/reading/read-log.ts';
import { fileSource } from '../learn/reading/source.ts';
import { runSpans } from '../learn/run-spans.ts';
import type { LearnPlan } from './learn-plan.ts';

/** What was read. */
export interface Logs {
  readonly readings: readonly LogReading[];
  readonly strategy: string;
  readonly ledger: Ledger;
  readonly zone: string;
  /** Where zone and start come from, a sentence; empty where they say nothing of the figures. */
  readonly clock: string;
  readonly spans: Spans | undefined;
  /** Of the clock that the hours are of. */
  readonly elapsed: Elapsed;
}

/** A run's own time, of the result beside its rows. */
interface RunTime {
  readonly start: string;
  readonly zone: string;
  readonly lengthMs: number;
}

/** Reads every log; undefined when none of them holds a call. InputError for what cannot be read or has too many bad rows. */
export async function readLogs(plan: LearnPlan): Promise<Logs | undefined> {
  const files = plan.logs.flatMap(filesOf);
  const run = files.map(runTimeOf).find((time) => time !== undefined);
  const zone = plan.zone ?? run?.zone ?? 'UTC';
  const start = plan.start ?? run?.start ?? unknownStart;
  const kinds = new Set<string>();
  const clock = localClock(zone, start);
  const book = ledgers((time) => {
    kinds.add(time.kind);
    return clock(time);
  });
  const readings: LogReading[] = [];
  for (const file of files) readings.push(await readLog(fileSource(file), plan, book.add));
  refuseBadRows(readings, plan.badRows);
  const byStrategy = book.byStrategy();
  if (byStrategy.size === 0) return undefined;
  const [strategy, ledger] = strategyOf(byStrategy, plan.strategy);
  const known = run !== undefined && kinds.has('offset') && kinds.size === 1 && plan.start === undefined;
  return {
    readings,
    strategy,
    ledger,
    zone,
    clock: clockSentence(kinds, zone, start, known),
    // Of times without a zone nobody knows when their clock was changed.
    elapsed: kinds.has('wall') ? unchanged : elapsedIn(zone),
    spans: known ? runSpans(ledger.runs, clock, run.lengthMs) : undefined,
  };
}

/** The rows of a run with `--raw`, of its folder; any other file is one log. */
function filesOf(path: string): readonly string[] {
  if (path === '-' || !isFolder(path)) return [path];
  const found = ['attempts.csv', 'requests.csv'].map((name) => join(path, name)).filter((file) => existsSync(file));
  if (found.length > 0) return found;
  throw new InputError([
    { file: path, message: 'holds neither attempts.csv nor requests.csv; expected a log, or the folder of a run with --raw' },
  ]);
}

function runTimeOf(file: string): RunTime | undefined {
  const beside = join(dirname(file), 'result.json');
  if (!/(?:attempts|requests)\.csv$/.test(file) || !existsSync(beside)) return undefined;
  const read = readBytes(beside, mostText);
  return 'bytes' in read ? timeIn(new TextDecoder().decode(read.bytes)) : undefined;
}

/** What a result says of its time; undefined for what is none, which is then not of our concern. */
function timeIn(text: string): RunTime | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { scenario } = (value ?? {}) as { readonly scenario?: Readonly<Record<string, unknown>> };
  const { start, zone, lengthSeconds } = scenario ?? {};
  if (typeof start !== 'string' || typeof zone !== 'string' || typeof lengthSeconds !== 'number') return undefined;
  return parseWallTime(start) === undefined || !isZone(zone) ? undefined : { start, zone, lengthMs: lengthSeconds * 1000 };
}

/** Named lines go to stderr; more of them than `most` end the program. */
function refuseBadRows(readings: readonly LogReading[], most: number): void {
  const bad = readings.reduce((sum, reading) => sum + reading.bad, 0);
  const rows = readings.reduce((sum, reading) => sum + reading.rows, 0);
  const problems: readonly Problem[] = readings.flatMap(({ problems: own }) => own);
  if (bad === 0 || bad <= most * rows) return;
  const message = `${grouped(bad)} of ${grouped(rows)} rows cannot be read, more than --bad-rows ${most} allows`;
  throw new InputError([...problems, { message }]);
}

function strategyOf(all: ReadonlyMap<string, Ledger>, wanted: string | undefined): readonly [string, Ledger] {
  const names = [...all.keys()];
  const name = wanted ?? (names.length === 1 ? names[0] : undefined);
  const ledger = name === undefined ? undefined : all.get(name);
  if (name !== undefined && ledger !== undefined) return [name, ledger];
  const found = wanted === undefined ? `the log has ${names.length}` : `found ${shown(wanted)}`;
  throw new InputError([{ file: '--strategy', message: `expected a strategy of the log, one of ${listed(names)}; ${found}` }]);
}

function clockSentence(kinds: ReadonlySet<string>, zone: string, start: string, known: boolean): string {
  if (kinds.has('instant')) return `hours are those of ${zone}`;
  if (kinds.has('wall')) return 'times have no zone: hours are those of the log’s own clock';
  return known
    ? `the run began at ${start} ${zone}`
    : `the log counts from its start, taken for ${start} ${zone}; --start says when it was`;
}

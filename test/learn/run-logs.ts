import { elapsedIn } from '../../harness/learn/elapsed.ts';
import { type LearnOptions, learn } from '../../harness/learn/learn.ts';
import type { Learnt } from '../../harness/learn/learnt.ts';
import { type Ledger, ledgers } from '../../harness/learn/ledger.ts';
import { localClock } from '../../harness/learn/local-clock.ts';
import { type LogReading, readLog } from '../../harness/learn/reading/read-log.ts';
import type { Source } from '../../harness/learn/reading/source.ts';
import { runSpans } from '../../harness/learn/run-spans.ts';
import type { RawRows } from '../../harness/run/options.ts';
import { runScenario } from '../../harness/run/run.ts';
import { loadScenario } from '../../harness/scenario/load.ts';
import { attemptPieces, attemptsFile, requestPieces, requestsFile } from '../../reports/formats/csv/raw.ts';

/** A log that consists of these pieces of text. */
export function textSource(pieces: Iterable<string>, file = 'log'): Source {
  return {
    file,
    text: async function* () {
      yield* pieces;
    },
  };
}

/** What is read of texts with a clock of this zone; a text may be a list of pieces. */
export async function readAll(
  texts: readonly (string | Iterable<string>)[],
  said: { readonly columns?: Readonly<Record<string, string>>; readonly capacity?: ReadonlySet<number> } = {},
  zone = 'UTC',
  start = '2026-03-02T00:00',
): Promise<{ readonly readings: readonly LogReading[]; readonly byStrategy: ReadonlyMap<string, Ledger> }> {
  const book = ledgers(localClock(zone, start));
  const readings: LogReading[] = [];
  for (const text of texts) {
    const source = textSource(typeof text === 'string' ? [text] : text);
    readings.push(await readLog(source, { columns: {}, capacity: new Set(), ...said }, book.add));
  }
  return { readings, byStrategy: book.byStrategy() };
}

/** What is learnt of one log of one strategy. */
export async function learnText(text: string | Iterable<string>, options: LearnOptions = {}, said = {}, zone = 'UTC'): Promise<Learnt> {
  const { byStrategy } = await readAll([text], said, zone);
  const [[strategy, ledger] = []] = byStrategy;
  if (strategy === undefined || ledger === undefined) throw new Error('no calls');
  return learn(strategy, ledger, options);
}

/** Rows of a scenario, as `run --raw` writes them, and when they are of. */
export interface RunLog {
  readonly rows: readonly RawRows[];
  readonly start: string;
  readonly zone: string;
  /** ms */
  readonly length: number;
}

/** Runs a scenario as `run --raw` does. */
export async function runLog(text: string): Promise<RunLog> {
  const { scenario } = await loadScenario({ text });
  const rows: RawRows[] = [];
  await runScenario(scenario, { workers: 0, onRaw: (some) => void rows.push(some) });
  return { ...scenario.time, rows };
}

/** Learns from the two files that `run --raw` writes. */
export async function learnLog({ rows, start, zone, length }: RunLog, options: LearnOptions = {}): Promise<Learnt> {
  const attempts = [attemptsFile.beginning, ...rows.flatMap(({ strategy, attempts: own }) => [...attemptPieces({ strategy, rows: own })])];
  const requests = [requestsFile.beginning, ...rows.flatMap(({ strategy, requests: own }) => [...requestPieces({ strategy, rows: own })])];
  const { byStrategy } = await readAll([attempts, requests], {}, zone, start);
  const [[strategy, ledger] = []] = byStrategy;
  if (strategy === undefined || ledger === undefined) throw new Error('no calls');
  const spans = runSpans(ledger.runs, localClock(zone, start), length);
  return learn(strategy, ledger, { spans, elapsed: elapsedIn(zone), ...options });
}

/** Runs a scenario and learns from it. */
export async function learnRun(text: string, options: LearnOptions = {}): Promise<Learnt> {
  return learnLog(await runLog(text), options);
}

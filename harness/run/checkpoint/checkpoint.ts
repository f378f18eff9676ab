import { InputError } from '../../../sim/kernel/problem.ts';
import { type BatchStore, textOf } from '../batch-store.ts';
import { bytesAt, type Journal, openJournal, replaceFile, type Write } from './journal.ts';
import { KeptJobs } from './kept-jobs.ts';
import { beginning, contentOf, headText, type JobLine, type Line, lineText, type Subject } from './lines.ts';
import { lock } from './lock.ts';

export interface CheckpointOptions {
  readonly path: string;
  readonly subject: Subject;
  /** Jobs of the batch, and who is to do them, how often. */
  readonly jobs: number;
  readonly strategies: readonly string[];
  readonly replications: number;
  /** Why the operating system refused, in plain words. */
  readonly reason: (error: unknown) => string;
  readonly write?: Write | undefined;
}

/** What a batch in real time keeps in a file, so that another process can go on where this one has ended. */
export interface Checkpoint {
  /** Jobs that were done when it was opened. */
  readonly doneBefore: number;
  /** Where one strategy keeps its jobs in one replication. */
  storeOf(strategy: string, replication: number): BatchStore;
  /** What of it is to be said with the figures. */
  notes(): readonly string[];
  /** The run is over and its figures are safe: where nothing is left to do, whoever comes next begins anew. */
  end(): void;
  close(): void;
}

/**
 * Opens the file, or makes it. One that says that nothing is left to do is begun anew. InputError for a file of another
 * scenario, of another program, that is damaged, that another process works with, or that cannot be written.
 */
export function openCheckpoint(options: CheckpointOptions): Checkpoint {
  const { path, subject, reason, write } = options;
  const reaching = <Value>(work: () => Value): Value => {
    try {
      return work();
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw refused(path, `cannot be used: ${reason(error)}`);
    }
  };
  const unlock = reaching(() => lock(path));
  if (typeof unlock === 'number') {
    throw refused(path, `process ${unlock} works with it; where that is none of yours, remove ${path}.lock`);
  }
  try {
    const content = reaching(() => contentAt(path, subject));
    if (content === undefined) reaching(() => replaceFile(path, headText(subject)));
    const lines = content?.lines ?? [];
    const journal = reaching(() => openJournal(path, content?.wholeBytes ?? Buffer.byteLength(headText(subject)), write));
    return withJournal({ ...options, journal, unlock }, lines);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Undefined where there is none, or one that has come to its end. */
function contentAt(path: string, subject: Subject) {
  const bytes = bytesAt(path);
  if (bytes === undefined || bytes.length === 0) return undefined;
  // What another program wrote is left alone, whatever it is.
  const content = bytes.toString('utf8', 0, beginning.length) === beginning ? contentOf(bytes) : contentOf(Buffer.alloc(0));
  if (typeof content === 'string') throw refused(path, `${content}; remove it to begin anew, or take another file with --checkpoint`);
  if (content.lines.some(({ is }) => is === 'ended')) return undefined;
  const { scenario, hash } = content.subject;
  if (hash === subject.hash) return content;
  const [theirs, ours] = [`${scenario} (${hash.slice(0, 12)})`, `${subject.scenario} (${subject.hash.slice(0, 12)})`];
  const message = `is of the scenario ${theirs}, and this one is ${ours}: go on with that one, remove the file to begin anew, or take another one with --checkpoint`;
  throw refused(path, message);
}

function refused(file: string, message: string): InputError {
  return new InputError([{ file, message }]);
}

interface Opened extends CheckpointOptions {
  readonly journal: Journal;
  readonly unlock: () => void;
}

function withJournal(opened: Opened, lines: readonly Line[]): Checkpoint {
  const { path, journal, reason, unlock, jobs: count, strategies, replications } = opened;
  const kept = keptIn(lines);
  const doneBefore = [...kept.values()].reduce((sum, { results }) => sum + results.size, 0);
  const before = new Map([...kept].map(([key, { results }]) => [key, results.size] as const));
  const append = (line: Line, settled = false): void => {
    try {
      journal.append(lineText(line));
      if (settled) journal.settle();
    } catch (error) {
      throw refused(path, `cannot be written: ${reason(error)}. What was done is in it: the same command goes on from there`);
    }
  };
  const storeOf = (strategy: string, replication: number): BatchStore => {
    const key = keyOf({ strategy, replication });
    const jobs = kept.get(key) ?? new KeptJobs();
    kept.set(key, jobs);
    const add = (line: JobLine, settled = false): void => {
      append(line, settled);
      jobs.add(line);
    };
    const whose = { strategy, replication };
    return {
      get checkpoint() {
        return jobs.checkpoint;
      },
      get size() {
        return jobs.results.size;
      },
      has: (job) => jobs.results.has(job),
      begun: (job) => add({ is: 'begun', ...whose, job }),
      failed: (job) => add({ is: 'failed', ...whose, job }),
      write({ job, tokens }) {
        if (!jobs.results.has(job)) add({ is: 'done', ...whose, job, tokens });
      },
      mark: (job) => add({ is: 'chunk', ...whose, job }, true),
      reread() {
        const content = contentOf(journal.read());
        if (typeof content === 'string') throw refused(path, content);
        kept.set(key, keptIn(content.lines).get(key) ?? new KeptJobs());
        return storeOf(strategy, replication);
      },
      text: () => textOf(jobs.results.values()),
    };
  };
  return {
    doneBefore,
    storeOf,
    notes: () => [...kept].flatMap(([key, jobs]) => noteOf(key, { jobs, before: before.get(key) ?? 0, count })),
    end() {
      const all = strategies.flatMap((strategy) => Array.from({ length: replications }, (_, replication) => ({ strategy, replication })));
      if (all.every((whose) => kept.get(keyOf(whose))?.results.size === count)) append({ is: 'ended' }, true);
    },
    close() {
      journal.close();
      unlock();
    },
  };
}

function keptIn(lines: readonly Line[]): Map<string, KeptJobs> {
  const kept = new Map<string, KeptJobs>();
  for (const line of lines) {
    if (line.is === 'ended') continue;
    const key = keyOf(line);
    const jobs = kept.get(key) ?? new KeptJobs();
    kept.set(key, jobs);
    jobs.add(line);
  }
  return kept;
}

function keyOf({ strategy, replication }: { readonly strategy: string; readonly replication: number }): string {
  return JSON.stringify([strategy, replication]);
}

function noteOf(
  key: string,
  { jobs, before, count }: { readonly jobs: KeptJobs; readonly before: number; readonly count: number },
): string[] {
  const [strategy, replication] = JSON.parse(key) as [string, number];
  const name = replication === 0 ? strategy : `${strategy}, replication ${replication + 1}`;
  const again = `${jobs.again} that were under way when a process ended were asked again, and may have been answered twice`;
  if (before > 0)
    return [
      `${name}: goes on where an earlier process ended: ${before} of ${count} jobs were done, and figures are without them; ${again}`,
    ];
  return jobs.again > 0 ? [`${name}: ${again}`] : [];
}

import type { Happened } from './failure.ts';
import { type Note, noteSchema } from './note.ts';

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** What it wrote at its end: a fatal error of V8 is there. */
  readonly stderr: string;
  /** The notes of its thread. */
  readonly notes: string;
}

/** What ended a process that said nothing. */
export function crashOf({ code, signal, stderr }: ProcessEnd, memoryMb: number): Happened {
  const fatal = /^.*(?:FATAL ERROR|# Fatal).*$/m.exec(stderr)?.[0].trim();
  if (/out of memory|Allocation failed|invalid (?:array|table) (?:size|length)/i.test(fatal ?? ''))
    return { kind: 'memory', what: `the code needed more than ${memoryMb} MB of memory in one piece, which ended its process` };
  const how = signal ?? `exit code ${code}`;
  return { kind: 'crashed', what: `the process of the code ended with ${how}${fatal === undefined ? '' : ` (${fatal})`}` };
}

/** With the call that ended the thread or the process, and its place, where the last note explains what happened. */
export function withNote(happened: Happened, notes: string): Happened {
  const note = lastNote(notes);
  if (note === undefined) return happened;
  const { kind, call, ...known } = note;
  if (kind === 'memory' && happened.kind === 'memory') return { ...happened, ...known, what: `${happened.what}, with ${call}` };
  if (kind === 'killed' && happened.kind === 'crashed') return { kind, what: `the code ended its own process with ${call}`, ...known };
  const ended = happened.kind === 'unsettled' || happened.kind === 'exited';
  return kind === 'exited' && ended ? { kind, what: `the code ended its thread with ${call}`, ...known } : happened;
}

/** The code could write there too: what is no note explains nothing. */
function lastNote(notes: string): Note | undefined {
  try {
    return noteSchema.parse(JSON.parse(notes.trimEnd().split('\n').at(-1) ?? ''));
  } catch {
    return undefined;
  }
}

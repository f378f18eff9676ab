import { writeSync } from 'node:fs';
import { where } from '../where.ts';
import { type Note, notesFd } from './note.ts';
import type { SharedState } from './shared-state.ts';

/** From here on what `JSON.parse` makes may not fit into memory, which ends the process at once. */
const largeText = 4_000_000;

/**
 * From now on this thread says where the code stands before it ends its thread or its process, after which nobody could ask:
 * `process.exit`, `process.kill` of its own process, `JSON.parse` of a large text. Returns what is to be called when the next
 * event passes, because the code has survived until then.
 */
export function noteWhatEnds(shared: SharedState): () => void {
  const note = (kind: Note['kind'], call: string): void => {
    const place = where(new Error().stack);
    const virtualMs = shared.virtualMs();
    const line = JSON.stringify({ kind, call, ...(place && { place }), ...(virtualMs !== undefined && { virtualMs }) } satisfies Note);
    try {
      writeSync(notesFd, `${line}\n`);
    } catch {
      // The failure is told without its place.
    }
  };
  const { exit, kill } = process;
  process.exit = (code) => {
    note('exited', `process.exit(${code ?? ''})`);
    return exit.call(process, code);
  };
  process.kill = (pid, signal) => {
    const own = pid === process.pid || pid <= 0;
    if (own && signal !== 0) note('killed', `process.kill(${pid > 0 ? 'process.pid' : pid}${signal === undefined ? '' : `, ${signal}`})`);
    return kill.call(process, pid, signal);
  };
  let large = false;
  const { parse } = JSON;
  JSON.parse = (text, reviver) => {
    if (typeof text === 'string' && text.length > largeText) {
      large = true;
      note('memory', `JSON.parse of ${text.length} characters`);
    }
    return parse(text, reviver);
  };
  return () => {
    if (large) note('over', 'JSON.parse');
    large = false;
  };
}

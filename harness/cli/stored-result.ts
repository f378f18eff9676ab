import { join } from 'node:path';
import type { Report } from '../../reports/formats/format.ts';
import { asStored } from '../../reports/formats/json.ts';
import type { Result } from '../../reports/result/result.ts';
import { summarise } from '../../reports/result/summarise.ts';
import { isFolder } from '../../sim/kernel/is-folder.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { mostText, readBytes } from '../../sim/kernel/read-bytes.ts';

/** Reads a `result.json`, or the one in a folder, and sums it up. InputError for what is none, or not whole. */
export function readReport(path: string): Report {
  const { file, value } = readResult(path);
  try {
    const result = asStored(value);
    return { result, summary: summarise(result) };
  } catch (error) {
    throw damaged(file, error);
  }
}

/** The problem of a result that begins like one and then lacks what a run writes; an InputError stays what it is. */
export function damaged(file: string, error: unknown): InputError {
  if (error instanceof InputError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new InputError([{ file, message: `was changed or cut after the run had written it (${reason})` }]);
}

function readResult(path: string): { readonly file: string; readonly value: Result } {
  if (path === '') throw new InputError([{ message: 'expected a result.json or the folder of one, found nothing' }]);
  const file = isFolder(path) ? join(path, 'result.json') : path;
  const problem = (message: string) => new InputError([{ file, message }]);
  const read = readBytes(file, mostText);
  if (!('bytes' in read)) throw problem(read.missing ? `${read.reason}; expected a result.json or the folder of one` : read.reason);
  // The decoder drops a byte order mark.
  const value = parsed(new TextDecoder().decode(read.bytes));
  if (value === undefined) throw problem('is not JSON; expected the result.json that a run wrote');
  if (!isResult(value)) throw problem('is no stored result; expected the result.json that a run wrote');
  if (value.schemaVersion !== 1) throw problem(`has schemaVersion ${String(value.schemaVersion)}; this version reads 1`);
  return { file, value };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Tells our results from other JSON, `summary.json` among it. */
function isResult(value: unknown): value is Result {
  if (typeof value !== 'object' || value === null || !('tool' in value) || !('fresh' in value) || !('strategies' in value)) return false;
  const { tool, fresh, strategies } = value;
  const ours = typeof tool === 'object' && tool !== null && 'name' in tool && tool.name === 'at-capacity';
  return ours && Array.isArray(fresh) && Array.isArray(strategies);
}

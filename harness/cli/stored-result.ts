import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../../reports/result/result.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { systemReason } from './system-error.ts';

/** Reads a `result.json`, or the one in a folder. */
export function readResult(path: string): Result {
  const file = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? join(path, 'result.json') : path;
  const problem = (message: string) => new InputError([{ file, message }]);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw problem(missing ? 'no such file; expected a result.json or the folder of one' : `cannot be read: ${systemReason(error)}`);
  }
  const value = parsed(text);
  if (value === undefined) throw problem('is not JSON; expected the result.json that a run wrote');
  if (!isResult(value)) throw problem('is no stored result; expected the result.json that a run wrote');
  if (value.schemaVersion !== 1) throw problem(`has schemaVersion ${String(value.schemaVersion)}; this version reads 1`);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Tells our results from other JSON, `summary.json` among it; what is ours is taken at its word. */
function isResult(value: unknown): value is Result {
  if (typeof value !== 'object' || value === null || !('tool' in value) || !('fresh' in value) || !('strategies' in value)) return false;
  const { tool, fresh, strategies } = value;
  const ours = typeof tool === 'object' && tool !== null && 'name' in tool && tool.name === 'at-capacity';
  return ours && Array.isArray(fresh) && Array.isArray(strategies);
}

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readCurveFile } from '../../sim/curves/curve-file.ts';
import { InputError, type Problem } from '../../sim/kernel/problem.ts';
import { loadTrace, packagedTraces } from '../workload/trace-files.ts';
import { traceFormat } from '../workload/traces/registry.ts';
import type { Fault } from './faults.ts';
import { isStructure, type Path, valueAt } from './paths.ts';

const traceAt = ['workload', 'arrivals', 'trace'];

/** Reads the trace and the curve files that a scenario as written names: what cannot be read, and what is wrong in them. */
export function fileFaults(root: unknown, folder: string): { readonly faults: readonly Fault[]; readonly problems: readonly Problem[] } {
  const faults: Fault[] = [];
  const problems: Problem[] = [];
  const attempt = (path: Path, read: () => unknown): void => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      // What is wrong inside the file is shown there, what keeps it from being read where it is named.
      if (error.problems.some(({ line }) => line !== undefined)) problems.push(...error.problems);
      else for (const { message } of error.problems) faults.push({ path, at: 'value', message });
    }
  };
  const trace = valueAt(root, traceAt);
  if (isStructure(trace) && typeof trace.file === 'string' && trace.file !== '') {
    const { file } = trace;
    attempt([...traceAt, 'file'], () => readTrace(file, trace.format, folder));
  }
  for (const { path, file } of codeFiles(valueAt(root, ['strategies']))) {
    if (!existsSync(resolve(folder, file)))
      faults.push({ path, at: 'value', message: `expected a module, found none at ${resolve(folder, file)}` });
  }
  for (const key of ['provider', 'providers', 'workload', 'strategies']) {
    for (const { path, file } of curveFiles(valueAt(root, [key]), [key])) attempt(path, () => readCurveFile(file, folder));
  }
  return { faults, problems };
}

function readTrace(file: string, format: unknown, folder: string): void {
  const decoded = traceFormat.safeParse(format);
  if (decoded.success) loadTrace(file, decoded.data, folder);
  else if (!Object.hasOwn(packagedTraces, file) && !existsSync(resolve(folder, file)))
    throw new InputError([{ message: `expected a trace file, found none at ${resolve(folder, file)}` }]);
}

/** The user's own clients. They are not loaded here: that is for the process that is made for them. */
function* codeFiles(strategies: unknown): Generator<{ readonly path: Path; readonly file: string }> {
  for (const [index, entry] of Array.isArray(strategies) ? strategies.entries() : []) {
    const code: unknown = isStructure(entry) && !Array.isArray(entry) ? entry.code : undefined;
    const path = ['strategies', index, 'code'];
    if (typeof code === 'string' && code !== '') yield { path, file: code };
    else if (isStructure(code) && !Array.isArray(code) && typeof code.module === 'string' && code.module !== '')
      yield { path: [...path, 'module'], file: code.module };
  }
}

/** Maps of the form `{ file: NAME }` inside a value, but for the trace's and a strategy's own. */
function* curveFiles(value: unknown, path: Path): Generator<{ readonly path: Path; readonly file: string }> {
  if (!isStructure(value)) return;
  for (const [part, inner] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const at = [...path, part];
    const isTrace = traceAt.every((segment, depth) => segment === path[depth]);
    const isStrategy = path[0] === 'strategies' && path.length === 2;
    if (part === 'file' && typeof inner === 'string' && inner !== '' && !isTrace && !isStrategy) yield { path: at, file: inner };
    else if (part !== 'options') yield* curveFiles(inner, at);
  }
}

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { baselineFaults } from '../../reports/result/check/trust.ts';
import type { Result } from '../../reports/result/result.ts';
import { isFolder } from '../../sim/kernel/is-folder.ts';
import { mostText, readBytes } from '../../sim/kernel/read-bytes.ts';

/** Where a scenario's baseline is read from, and where a new one is written. */
export interface BaselinePlace {
  readonly read: string;
  readonly folder: string;
  readonly file: string;
}

/** Whether a path names a folder of baselines: it is one, or nothing is there and it does not end as a file does. */
export function isBaselineFolder(path: string): boolean {
  return isFolder(path) || (!existsSync(path) && !path.endsWith('.json'));
}

/**
 * The baseline of a scenario called `key`. In a folder `key.json`; where there is none, what `run` has left there:
 * `key/result.json`, and for a single scenario `result.json`.
 */
export function baselinePlace(path: string, key: string, single: boolean): BaselinePlace {
  if (!isBaselineFolder(path)) {
    return { read: path, folder: dirname(path), file: basename(path) };
  }
  const file = `${key}.json`;
  const candidates = [join(path, file), join(path, key, 'result.json'), ...(single ? [join(path, 'result.json')] : [])];
  return { read: candidates.find((candidate) => existsSync(candidate)) ?? join(path, file), folder: path, file };
}

export type Baseline =
  | { readonly result: Result }
  /** Why it cannot be used, each with the name of what it is about. `missing`: there is no such file. */
  | { readonly faults: readonly string[]; readonly missing: boolean };

/** Reads a baseline. Nothing of it is taken for granted but that `measures` may still miss a figure in it. */
export function readBaseline(path: string): Baseline {
  const read = readBytes(path, mostText);
  if (!('bytes' in read)) return { faults: [`${path}: ${read.reason}`], missing: read.missing };
  const broken = (fault: string) => ({ faults: [`${path}: ${fault}`], missing: false });
  if (read.bytes.length === 0) return broken('is empty');
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(read.bytes));
  } catch {
    return broken('is not JSON');
  }
  const faults = baselineFaults(value);
  return faults.length === 0 ? { result: value as Result } : { faults: faults.map((fault) => `${path}: ${fault}`), missing: false };
}

/** What a baseline keeps of a result: what figures are made of, not what pages draw. */
export function slim(result: Result): Result {
  const strategies = result.strategies.map(({ timeline, quantiles, ...strategy }) => ({
    ...strategy,
    quantiles: Object.fromEntries(Object.keys(quantiles).map((name) => [name, null])) as typeof quantiles,
    timeline: Object.fromEntries(
      Object.entries(timeline).map(([name, value]) => [name, Array.isArray(value) ? [] : value]),
    ) as unknown as typeof timeline,
    slowest: [],
    failed: [],
  }));
  return { ...result, strategies, fresh: [] };
}

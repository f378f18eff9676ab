import { readFileSync } from 'node:fs';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { replaceFile } from '../page-part.ts';

/** What is kept of the plain grid of one random scenario. */
export interface KnownTruth {
  readonly number: number;
  /** Smallest limit within 1 % of the best goodput of those that hold every bound; null when none does. */
  readonly limit: number | null;
  /** Limits that hold every bound. */
  readonly holds: readonly number[];
}

/** Grids that were run through, by number of the scenario; `proof.js --grid` runs them again. */
const path = ['test', 'bench', 'tune', 'truth.json'] as const;

export function knownTruths(): readonly KnownTruth[] {
  return JSON.parse(readFileSync(packagePath(...path), 'utf8')) as readonly KnownTruth[];
}

export function storeTruths(truths: readonly KnownTruth[]): void {
  replaceFile(packagePath(...path), truthsText(truths));
}

/** Truths as their file has them: a line each. */
export function truthsText(truths: readonly KnownTruth[]): string {
  const lines = truths.map(
    ({ number, limit, holds }) => `  { "number": ${number}, "limit": ${limit ?? 'null'}, "holds": [${holds.join(', ')}] }`,
  );
  return `[\n${lines.join(',\n')}\n]\n`;
}

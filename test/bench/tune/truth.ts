import { readFileSync } from 'node:fs';
import { packagePath } from '../../../sim/kernel/package-root.ts';

/** What is kept of the plain grid of one random scenario. */
export interface KnownTruth {
  readonly number: number;
  /** Smallest limit within 1 % of the best goodput of those that hold every bound; null when none does. */
  readonly limit: number | null;
  /** Limits that hold every bound. */
  readonly holds: readonly number[];
}

/** Grids that were run through, by number of the scenario; `proof.js --grid` runs them again. */
export const truthPath = ['test', 'bench', 'tune', 'truth.json'] as const;

export function knownTruths(): readonly KnownTruth[] {
  return JSON.parse(readFileSync(packagePath(...truthPath), 'utf8')) as readonly KnownTruth[];
}

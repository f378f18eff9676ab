import { claims } from '../claims.ts';
import type { Claim } from './claim.ts';
import { figuresOf } from './runner.ts';

/** One claim with one seed. */
export interface Task {
  readonly file: string;
  readonly seed: number;
  readonly brief: boolean;
  readonly once: boolean;
}

/** Entry of a thread. */
export function work({ file, seed, brief, once }: Task): Promise<readonly number[]> {
  const claim = (claims as Readonly<Record<string, Claim>>)[file];
  if (claim === undefined) throw new Error(`no claim ${file}`);
  return figuresOf(claim, seed, brief, once);
}

import assert from 'node:assert/strict';
import { Luck } from '../../../sim/kernel/random.ts';

/** How the suite makes a family's parts work, and what it holds them to. */
export interface Driver<Part, Scope> {
  /** A fresh scope to create a part in; relative file names start at `folder`. */
  scope(folder: string): Scope;
  /**
   * Takes a fresh part through thousands of steps and returns all it said, as JSON. Always the same steps. Throws an
   * AssertionError at the first answer outside the contract.
   */
  drive(part: Part, options: unknown): unknown;
}

export const steps = 10_000;

/** The suite's own luck: a uniform number in (0, 1) for step `i`, draw `n`. */
export function dice(family: string): (i: number, n?: number) => number {
  const stream = new Luck(1, 0).stream('contract', family);
  return (i, n = 0) => stream.uniform(i, n);
}

/** One of a list. */
export function pick<T>(list: readonly T[], uniform: number): T {
  return list[Math.floor(uniform * list.length)] as T;
}

/** Asks twice: what is pure answers alike. */
export function pure<T>(what: string, ask: () => T): T {
  const once = ask();
  const again = ask();
  if (!Object.is(again, once))
    assert.deepEqual(again, once, `${what} answered two equal questions differently: it keeps state or draws luck of its own`);
  return once;
}

export function finite(what: string, value: number, least = 0): void {
  if (!(typeof value === 'number' && value >= least && value < Number.POSITIVE_INFINITY))
    assert.fail(`${what}: expected a finite number from ${least} up, found ${value}`);
}

export function whole(what: string, value: number, least = 0): void {
  if (!(Number.isSafeInteger(value) && value >= least)) assert.fail(`${what}: expected a whole number from ${least} up, found ${value}`);
}

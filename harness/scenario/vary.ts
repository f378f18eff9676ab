import { parseDuration, parseRate } from '../../sim/kernel/units.ts';

/** Most values of one key, and most variants that all keys of a sweep make together. */
export const maxVariants = 500;

/** A value of a sweep as written: a number, or one with a unit. */
export type SweepValue = number | string;

/** `--vary limit=1..32` or `--vary limited.retry.attempts=1,2,4`, taken apart. */
export interface Vary {
  /** A numeric key of a strategy, perhaps with the strategy's name before it. */
  readonly key: string;
  readonly values: readonly SweepValue[];
  readonly option: string;
}

const number = /^-?\d+(\.\d+)?$/;

/** A value of a sweep as a number: itself, milliseconds or per second; undefined when it is none. */
export function sweepNumber(value: SweepValue): number | undefined {
  if (typeof value === 'number') return value;
  return parseDuration(value) ?? parseRate(value);
}

/** Reads `key=1..32`, `key=1,2,4` or `key=500ms,1s`; parts of a list may be ranges. */
export function parseVary(text: string): Vary | { readonly message: string } {
  const match = /^([^=]+)=(.+)$/.exec(text);
  const key = match?.[1]?.trim();
  const list = match?.[2];
  const expected = 'expected key=values, such as limit=1..32 or retry.attempts=1,2,4';
  if (key === undefined || key === '' || list === undefined) return { message: expected };
  const values: SweepValue[] = [];
  for (const part of list.split(',').map((each) => each.trim())) {
    const range = /^(\d+)\.\.(\d+)$/.exec(part);
    if (range !== null) {
      const [from, to] = [Number(range[1]), Number(range[2])];
      if (from > to) return { message: `expected the smaller number first, found ${part}` };
      if (to - from >= maxVariants) return { message: `more than ${maxVariants} values in ${part}` };
      for (let value = from; value <= to; value += 1) values.push(value);
    } else if (number.test(part)) values.push(Number(part));
    else if (sweepNumber(part) !== undefined) values.push(part);
    else return { message: `${expected}; found ${JSON.stringify(part)} among the values` };
  }
  if (values.length > maxVariants) return { message: `expected at most ${maxVariants} values, found ${values.length}` };
  return { key, values, option: `--vary ${text}` };
}

/** What `tune:` has of a key, a range as the list that it stands for; anything else as it is. */
export function listed(written: unknown): unknown {
  const read = typeof written === 'string' ? parseVary(`key=${written}`) : undefined;
  return read !== undefined && 'values' in read ? read.values : written;
}

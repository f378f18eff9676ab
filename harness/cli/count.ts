import { InputError } from '../../sim/kernel/problem.ts';

/** The whole number behind an option; undefined when the option was not given. */
export function parseCount(option: string, text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new InputError([{ file: option, message: `expected a whole number from ${least} to ${most}, found ${JSON.stringify(text)}` }]);
}

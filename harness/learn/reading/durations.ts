import { dayMs } from '../../../sim/curves/calendar.ts';
import { InputError } from '../../../sim/kernel/problem.ts';
import { type NamedColumn, type Role, unitInName } from './roles.ts';
import { numberFromZero, unitsMs } from './times.ts';

/** A number of ms, nothing, or what is wrong with a cell. */
export type Figure = number | undefined | string;

export interface Durations {
  /** Looks at a cell before any is read; whether the unit is clear, or so many answers were seen that no more will tell. */
  look(cell: unknown, answered: boolean): boolean;
  /** InputError where what was looked at leaves the unit open. */
  read(cell: unknown): Figure;
  /** For people; '' before one was read. */
  unit(): string;
}

/** Answers that decide the unit, and rows after which a column that has been empty is not waited for. */
const looked = 100;
const mostEmpty = 500;

/** No call takes longer: a mistake of the unit, or no duration. */
const longestMs = 7 * dayMs;

/** From a beginning to an end, ms; 0 where clocks say that it ended before, a text where it would have taken more than seven days. */
export function lengthOf(fromMs: number, toMs: number): number | string {
  return toMs - fromMs > longestMs ? 'expected an end within seven days of the beginning' : Math.max(0, toMs - fromMs);
}

/**
 * Durations of one column, in the unit that the user or the name says, else by what answers take: models need seconds, so
 * that numbers are ms whose median is 100 or more, and seconds when all are below 100, or when the median is below 10 and some
 * have fractions. Refusals, which come in either, decide nothing.
 */
export function durations(role: Role, column: () => NamedColumn | undefined): Durations {
  const answers: number[] = [];
  let empty = 0;
  let filled = false;
  let unit: string | undefined;
  let note = '';
  const stated = (): string | undefined => column()?.unit ?? unitInName(column()?.name ?? '');
  const guess = (): string => {
    const name = column()?.name ?? '';
    const decided = unitOf(answers);
    if (decided === undefined) {
      throw new InputError([{ message: `the column ${name} may be in s or ms; say it with --columns ${role}=${name}:ms (or s, us, ns)` }]);
    }
    const unsure = decided === 's' && answers.every((value) => Number.isInteger(value) || value >= 10);
    note = unsure ? `, guessed; if it is not, --columns ${role}=${name}:ms` : ', guessed';
    return decided;
  };
  return {
    look(cell, answered) {
      if (column() === undefined || stated() !== undefined) return true;
      const plain = numberFromZero(cell);
      if (plain === undefined) empty += 1;
      else filled = true;
      if (typeof plain === 'number' && answered) answers.push(plain);
      return answers.length >= looked || (!filled && empty >= mostEmpty);
    },
    read(cell) {
      const plain = numberFromZero(cell);
      if (typeof plain !== 'number') return plain;
      unit ??= stated() ?? guess();
      const ms = plain * (unitsMs[unit] ?? 1);
      return ms > longestMs ? `expected at most seven days, found ${plain} ${unit}` : ms;
    },
    unit: () => (unit === undefined ? '' : `${unit}${note}`),
  };
}

/** undefined where it may be either. */
function unitOf(answers: readonly number[]): string | undefined {
  const sorted = Float64Array.from(answers).sort();
  const [middle, most] = [sorted[sorted.length >> 1], sorted.at(-1)];
  if (middle === undefined || most === undefined) return undefined;
  if (most < 100) return 's';
  if (middle >= 100) return 'ms';
  // Seconds with a timeout among them: no model answers in less than 10 ms.
  return middle < 10 && !answers.every(Number.isInteger) ? 's' : undefined;
}

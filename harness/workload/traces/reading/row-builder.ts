import { shown } from '../../../../sim/kernel/units.ts';
import type { TraceRow } from '../trace.ts';
import { type ColumnNames, labelOf, type Role, roles } from './columns.ts';
import type { Faults } from './faults.ts';
import { type DecimalMark, parseTokens } from './numerals.ts';
import { finishRows, type RawRows } from './rows.ts';
import { type TimeUnit, timeReader } from './timestamps.ts';

export interface ReadingOptions {
  readonly columns: ColumnNames;
  readonly unit: TimeUnit;
  readonly decimal: DecimalMark;
  /** Grid to which the recording's times were rounded, ms; rows of one instant are spread over it. */
  readonly tickMs: number;
}

/** Turns cells into rows, whatever the file's syntax; each bad cell is a fault of its line and column. */
export interface RowBuilder {
  /** `cellOf` gives what the line has for a role, or undefined. */
  add(line: number, cellOf: (role: Role) => unknown): void;
  /** A line that is no row at all. */
  refuse(line: number, message: string): void;
  /** Throws everything that was wrong; a file without any line is wrong. */
  finish(): readonly TraceRow[];
}

export function rowBuilder(options: ReadingOptions, faults: Faults): RowBuilder {
  const raw: RawRows = { atMs: [], input: [], output: [] };
  const readTime = timeReader(options.unit, options.decimal);
  const used = roles.filter((role) => options.columns[role] !== false);
  let lines = 0;
  return {
    add(line, cellOf) {
      lines += 1;
      const row = { time: 0, input: 0, output: 0 };
      for (const role of used) {
        const cell = cellOf(role);
        const value = role === 'time' ? readTime(cell) : parseTokens(cell, options.decimal);
        if (typeof value === 'string') faults.add(line, labelOf(options.columns, role), value);
        else row[role] = value;
      }
      raw.atMs.push(row.time);
      raw.input.push(row.input);
      raw.output.push(row.output);
    },
    refuse(line, message) {
      lines += 1;
      faults.add(line, undefined, message);
    },
    finish() {
      if (lines === 0) faults.add(undefined, undefined, `expected rows with ${shown(used.join(', '))}, found none`);
      faults.check();
      return finishRows(raw, options.tickMs);
    },
  };
}

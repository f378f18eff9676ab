import type { RowReader } from '../formats/format.ts';
import type { TakeRows } from './table-rows.ts';

/** Rows that are held at most until a reader has seen enough of them. */
const mostHeld = 2000;

/** Hands rows to a book once their reader has looked at enough of them to read any, in the order of the file. */
export interface HeldRows<Row> extends TakeRows<Row> {
  /** Hands on what is held at the end of the file. */
  end(): void;
}

export function heldRows<Row>(
  reader: RowReader<Row>,
  book: { add(read: ReturnType<RowReader<Row>['read']>, line: number): void; bad(line: number, message: string): void },
): HeldRows<Row> {
  let held: (() => void)[] | undefined = [];
  const release = (): void => {
    const all = held ?? [];
    held = undefined;
    for (const hand of all) hand();
  };
  const later = (hand: () => void, enough: boolean): void => {
    if (held === undefined) hand();
    else held.push(hand);
    if (held !== undefined && (enough || held.length >= mostHeld)) release();
  };
  return {
    row: (row, line) => later(() => book.add(reader.read(row), line), held === undefined || (reader.look?.(row) ?? true)),
    bad: (line, message) => later(() => book.bad(line, message), false),
    end: release,
  };
}

import { IANAZone } from 'luxon';

/** Offsets of one zone over a span: `offsetMs[i]` (local minus UTC) holds from the instant `fromMs[i]` to `fromMs[i + 1]`. */
export interface OffsetTable {
  /** Ascending; the first one is the beginning of the span. */
  readonly fromMs: readonly number[];
  readonly offsetMs: readonly number[];
}

const probeMs = 86_400_000;

/**
 * The offsets that `zone` uses from one instant up to (not including) another. A look-up costs tens of microseconds, so there is one a day and a
 * bisection to the millisecond where two differ; no zone has changed twice within a day.
 */
export function offsetTable(zone: string, fromMs: number, toMs: number): OffsetTable {
  // The zone of most runs, which never changes.
  if (zone === 'UTC') return { fromMs: [fromMs], offsetMs: [0] };
  const iana = IANAZone.create(zone);
  const offset = (epochMs: number) => Math.round(iana.offset(epochMs) * 60_000);
  const from = [fromMs];
  const offsets = [offset(fromMs)];
  let before = fromMs;
  let current = offsets[0] as number;
  while (before < toMs - 1) {
    const after = Math.min(before + probeMs, toMs - 1);
    const next = offset(after);
    if (next !== current) {
      from.push(firstWithOther(offset, before, after, current));
      offsets.push(next);
      current = next;
    }
    before = after;
  }
  return { fromMs: from, offsetMs: offsets };
}

/** The first millisecond in (before, after] whose offset is not `old`. */
function firstWithOther(offset: (epochMs: number) => number, before: number, after: number, old: number): number {
  let low = Math.floor(before);
  let high = Math.ceil(after);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offset(middle) === old) low = middle;
    else high = middle;
  }
  return high;
}

/** The offset at an instant; the table's first one before its span, its last one after it. */
export function offsetAt(table: OffsetTable, epochMs: number): number {
  let i = 0;
  while (i + 1 < table.fromMs.length && (table.fromMs[i + 1] as number) <= epochMs) i++;
  return table.offsetMs[i] as number;
}

/**
 * The instant at which the wall clock shows `localMs`. Where it shows it twice, the earlier one; where it jumps over it,
 * the moment of the jump. So a later reading never comes earlier, and a window or an hour never ends before it begins.
 */
export function toEpoch(table: OffsetTable, localMs: number): number {
  for (let i = 0; ; i++) {
    const epochMs = localMs - (table.offsetMs[i] as number);
    const end = table.fromMs[i + 1];
    if (end === undefined || epochMs < end) return i === 0 ? epochMs : Math.max(epochMs, table.fromMs[i] as number);
  }
}

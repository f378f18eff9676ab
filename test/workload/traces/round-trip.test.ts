import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFormat, traceFormats } from '../../../harness/workload/traces/registry.ts';
import type { TraceRow } from '../../../harness/workload/traces/trace.ts';

const row = fc.record({
  time: fc.integer({ min: 0, max: 10_000_000 }),
  input: fc.nat({ max: 1_000_000 }),
  output: fc.nat({ max: 100_000 }),
  note: fc.string(),
});

/** What must come back: sorted by time, file order within an instant, time from the first row. */
function expectedRows(rows: readonly { readonly time: number; readonly input: number; readonly output: number }[]): TraceRow[] {
  const sorted = [...rows].sort((a, b) => a.time - b.time);
  return sorted.map(({ time, input, output }) => ({ atMs: time - (sorted[0]?.time ?? 0), inputTokens: input, outputTokens: output }));
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

describe('whatever is written is read', () => {
  test('as a table, with any separator, line end and text beside the numbers', () => {
    const layout = fc.record({
      separator: fc.constantFrom(',', ';', '\t', '|'),
      end: fc.constantFrom('\n', '\r\n', '\r'),
      quoteAll: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), layout, (rows, { separator, end, quoteAll }) => {
        const cell = (value: number) => (quoteAll ? quoted(String(value)) : String(value));
        const note = (text: string) => quoted(text.replaceAll('\0', ' '));
        const lines = rows.map((r) => [note(r.note), cell(r.time), cell(r.input), cell(r.output)].join(separator));
        const text = [['note', 'time', 'input', 'output'].join(separator), ...lines].join(end);
        expect(createFormat({ csv: { unit: 'ms', decimal: 'point', tick: 0 } }).read(text, 'f')).toEqual(expectedRows(rows));
      }),
    );
  });

  test('as JSON lines', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (rows) => {
        const text = rows.map((r) => JSON.stringify(r)).join('\n');
        expect(createFormat({ jsonl: { unit: 'ms', tick: 0 } }).read(text, 'f')).toEqual(expectedRows(rows));
      }),
    );
  });
});

describe('every option of every format changes what is read', () => {
  const pairs = Object.values(traceFormats).flatMap((format) =>
    (format.examples as readonly (readonly [object, object])[]).map(([a, b]) => [format.name, a, b] as const),
  );
  test.each(pairs)('%s %j %j', (name, a, b) => {
    const plugin = traceFormats[name as keyof typeof traceFormats];
    const rows = (written: object) => {
      const format = createFormat({ [name]: plugin.options.parse(written) });
      return format.read(format.sample, 'sample');
    };
    expect(rows(a)).not.toEqual(rows(b));
  });

  test.each(Object.values(traceFormats).map((format) => [format.name, format] as const))('%s: the pairs cover all options', (_, format) => {
    const shape = (format.options as unknown as { readonly shape: object }).shape;
    const varied = (format.examples as readonly (readonly [Record<string, unknown>, Record<string, unknown>])[]).flatMap(([a, b]) =>
      Object.keys({ ...a, ...b }).filter((key) => a[key] !== b[key]),
    );
    expect([...varied].sort()).toEqual(Object.keys(shape).sort());
  });
});

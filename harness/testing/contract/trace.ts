import assert from 'node:assert/strict';
import type { TraceFormat } from '../../workload/traces/trace.ts';
import { type Driver, finite, whole } from './driver.ts';

/** The format's own sample. */
export const traceDriver: Driver<TraceFormat, undefined> = {
  scope: () => undefined,
  drive(part) {
    const rows = part.read(part.sample, 'sample');
    assert.ok(rows.length >= 1, 'read: expected at least one row of the sample');
    assert.equal(rows[0]?.atMs, 0, 'read: expected the first row at 0 ms');
    rows.forEach(({ atMs, inputTokens, outputTokens }, i) => {
      finite(`time of row ${i}`, atMs, rows[i - 1]?.atMs ?? 0);
      whole(`input tokens of row ${i}`, inputTokens);
      whole(`output tokens of row ${i}`, outputTokens);
    });
    assert.deepEqual(part.read(part.sample, 'sample'), rows, 'read: expected the same again');
    return rows;
  },
};

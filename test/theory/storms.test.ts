import { afterAll, describe, expect, test } from 'vitest';
import { capacity, weather } from './storm.ts';
import { vectors } from './vectors.ts';
import { verifies } from './verifies.ts';

const { tol_rel_sim: tolerance, rows: storms } = vectors.retry_storm_lossy;
const { rows: independent } = vectors.retry_fixed_p;

/** What `npm test` has time for: the rest takes two minutes, for laws that have no other cases. */
const often = ['1.1 4', '1.2 3', '1.5 2', '2 3'];
const seldom = ['0.2 4', '0.75 4'];

const lines: string[] = [];
const far = (found: number, expected: number): number => Math.abs(found / expected - 1);
afterAll(() => {
  const left = verifies ? 0 : storms.length - often.length + independent.length - seldom.length;
  console.log(
    [...lines, ...(left === 0 ? [] : [`${left} other rows of storms: npm run verify only; together they take two minutes`])].join('\n'),
  );
});

describe('more than the provider takes: retries raise what is sent, and nobody is answered more', () => {
  test.each(storms.filter(({ x, A }) => verifies || often.includes(`${x} ${A}`)))(
    '$x times the capacity, $A attempts',
    async (row) => {
      const { sentOverCapacity, success } = await weather({ rate: row.x * capacity, attempts: row.A });
      lines.push(
        `storm: ${row.x} × capacity, ${row.A} attempts: sent/capacity ${row.sent_over_C.toFixed(4)}, found ${sentOverCapacity.toFixed(4)}; success ${row.success.toFixed(4)}, found ${success.toFixed(4)}`,
      );
      expect([far(sentOverCapacity, row.sent_over_C) <= tolerance, far(success, row.success) <= tolerance], lines.at(-1)).toEqual([
        true,
        true,
      ]);
    },
    600_000,
  );
});

describe('each attempt fails with the same probability', () => {
  test.each(independent.filter(({ p, A }) => verifies || seldom.includes(`${p} ${A}`)))('$p, $A attempts', async (row) => {
    const { sentOverCapacity, success } = await weather({ rate: capacity, attempts: row.A, failing: row.p });
    lines.push(
      `failing by chance: ${row.p}, ${row.A} attempts: sent/capacity ${row.load.toFixed(4)}, found ${sentOverCapacity.toFixed(4)}; success ${row.success.toFixed(4)}, found ${success.toFixed(4)}`,
    );
    expect([far(sentOverCapacity, row.load) <= tolerance, far(success, row.success) <= tolerance], lines.at(-1)).toEqual([true, true]);
  });
});

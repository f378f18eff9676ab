import { afterAll, describe, expect, test } from 'vitest';
import { page } from '../docs/page.ts';
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
const runs = {
  storm: ({ x, A }: { x: number; A: number }): boolean => verifies || often.includes(`${x} ${A}`),
  failing: ({ p, A }: { p: number; A: number }): boolean => verifies || seldom.includes(`${p} ${A}`),
};
afterAll(() => {
  const left = [
    ...storms.filter((row) => !runs.storm(row)).map(({ x, A }) => `storm: ${x} × capacity, ${A} attempts`),
    ...independent.filter((row) => !runs.failing(row)).map(({ p, A }) => `failing by chance: ${p}, ${A} attempts`),
  ];
  console.log([...lines, ...left.map((name) => `${name}: npm run verify only; such rows take two minutes together`)].join('\n'));
});

test('docs/proof.md says how many rows there are, and how many of them npm test runs', () => {
  const all = storms.length + independent.length;
  const { text } = page('docs/proof.md');
  expect(text).toContain(`Sent and success of all ${all} rows`);
  expect(text).toContain(`\`npm test\` runs ${often.length + seldom.length} of them`);
});

describe('more than the provider takes: retries raise what is sent, and nobody is answered more', () => {
  test.each(storms.filter(runs.storm))(
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
  test.each(independent.filter(runs.failing))('$p, $A attempts', async (row) => {
    const { sentOverCapacity, success } = await weather({ rate: capacity, attempts: row.A, failing: row.p });
    lines.push(
      `failing by chance: ${row.p}, ${row.A} attempts: sent/capacity ${row.load.toFixed(4)}, found ${sentOverCapacity.toFixed(4)}; success ${row.success.toFixed(4)}, found ${success.toFixed(4)}`,
    );
    expect([far(sentOverCapacity, row.load) <= tolerance, far(success, row.success) <= tolerance], lines.at(-1)).toEqual([true, true]);
  });
});

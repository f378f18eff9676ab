import { expect, test, vi } from 'vitest';
import { lookAt, planOf, seeds } from './examine.ts';
import { lineOf } from './lines.ts';
import type { Row } from './row.ts';
import { rows } from './rows.ts';

/** The fourth mutant: what ends at an instant ends after what arrives then, in all of this file. */
vi.mock('../../sim/kernel/clock.ts', async (original) => {
  const clock = await original<typeof import('../../sim/kernel/clock.ts')>();
  return { ...clock, eventClass: { ...clock.eventClass, completion: clock.eventClass.arrival + 1 } };
});

async function findingsOf(row: Row) {
  const findings = await lookAt(planOf(row, Number.POSITIVE_INFINITY), seeds);
  console.log(findings.map((finding) => `departures after arrivals: ${lineOf(row, finding)}`).join('\n'));
  return findings;
}

test.each(rows.filter(({ group }) => group === 'D/D/c/c'))(
  'departures after arrivals: the comparison with theory fails: $name',
  async (row) => {
    const findings = await findingsOf(row);
    expect(findings.map(({ holds }) => holds)).toEqual([false]);
  },
);

test('arrivals of chance do not see it, which is why those rows are there', async () => {
  const row = rows.find(({ group, name }) => group === 'Erlang B' && name === '5 slots, 10 Erlang, exponential');
  if (row === undefined) throw new Error('no such row');
  expect((await findingsOf(row)).map(({ holds }) => holds)).toEqual([true]);
});

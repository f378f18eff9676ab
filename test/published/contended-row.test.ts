import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { retries } from '../../harness/strategy/retry/registry.ts';
import type { Backoff } from '../../harness/strategy/retry/retry.ts';
import { generatedPart } from '../docs/page.ts';
import { type Contention, contendedRow } from './contended-row.ts';

/** Means over 100 runs of aws-arch-backoff-simulator (Apache-2.0), whose output these are; no line of its code is here. */
const published: readonly {
  readonly clients: number;
  readonly algorithm: string;
  readonly meanTimeMs: number;
  readonly meanCalls: number;
}[] = parse(readFileSync(new URL('backoff-simulator.csv', import.meta.url), 'utf8'), { columns: true, cast: true });

/** Its base is 5 ms and its first wait twice that; only decorrelated jitter starts from the base itself. */
const base = { base: 10, cap: 2000 };
const rules: Readonly<Record<string, Backoff>> = {
  None: retries.fixed.create({ delay: 0 }, undefined),
  Exponential: retries.exponential.create(base, undefined),
  Decorr: retries.exponential.create({ ...base, base: 5, jitter: 'decorrelated' }, undefined),
  EqualJitter: retries.exponential.create({ ...base, jitter: { scale: [0.5, 1] } }, undefined),
  FullJitter: retries.exponential.create({ ...base, jitter: { scale: [0, 1] } }, undefined),
};
/** Fewer clients vary more. */
const runsOf = (clients: number): number => (clients <= 50 ? 100 : 20);
const mean = (all: readonly number[]): number => all.reduce((sum, each) => sum + each, 0) / all.length;

function found(clients: number, algorithm: string): Contention {
  const each = Array.from({ length: runsOf(clients) }, (_, run) => contendedRow(clients, rules[algorithm] as Backoff, run + 1));
  return { writes: mean(each.map(({ writes }) => writes)), timeMs: mean(each.map(({ timeMs }) => timeMs)) };
}

const rows = published.map((row) => ({ ...row, found: found(row.clients, row.algorithm) }));

describe('one row that many want to change: writes within 5 %, time within 10 %', () => {
  test.each(rows)('$clients clients, $algorithm', ({ meanTimeMs, meanCalls, found }) => {
    expect(Math.abs(found.writes / meanCalls - 1)).toBeLessThan(0.05);
    expect(Math.abs(found.timeMs / meanTimeMs - 1)).toBeLessThan(0.1);
  });

  test('at 100 clients: full jitter less than half the writes of none, exponential backoff by far the longest', () => {
    const at = (algorithm: string): Contention =>
      (rows.find((row) => row.clients === 100 && row.algorithm === algorithm) as (typeof rows)[0]).found;
    const order = ['None', 'Exponential', 'Decorr', 'EqualJitter', 'FullJitter'].map((name) => at(name).writes);
    expect([...order].sort((a, b) => b - a)).toEqual(order);
    expect(at('FullJitter').writes).toBeLessThan(at('Exponential').writes / 2);
    expect(at('Exponential').timeMs).toBeGreaterThan(10 * at('FullJitter').timeMs);
  });
});

test('docs/fidelity.md has the table; UPDATE_GOLDEN=1 writes it', () => {
  const line = ({ clients, algorithm, meanTimeMs, meanCalls, found }: (typeof rows)[0]): string =>
    `| ${[clients, algorithm, meanCalls.toFixed(0), found.writes.toFixed(0), meanTimeMs.toFixed(0), found.timeMs.toFixed(0)].join(' | ')} |`;
  const head = ['| clients | waits | writes, published | found | time, published, ms | found |', '|---|---|---|---|---|---|'];
  const table = [...head, ...rows.map(line)].join('\n');
  expect(generatedPart('docs/fidelity.md', 'jitter', table)).toBe(table);
});

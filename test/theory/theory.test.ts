import { afterAll, describe, expect, test } from 'vitest';
import { generatedPart, page } from '../docs/page.ts';
import { figuresOf, poissonChain, queueChain, usersChain } from './chain.ts';
import { chiSquareQuantile, examine, type Finding, planOf } from './examine.ts';
import { engset, erlangB, erlangC, independentRetries, meanWait, meanWaitOneSlot, sojournQuantile, stormOf } from './formulas.ts';
import { groupTable } from './groups.ts';
import { headLine, leftLine, lineOf } from './lines.ts';
import { rows } from './rows.ts';
import { vectors } from './vectors.ts';
import { mostInTest, mostRequests, verifies } from './verifies.ts';

const close = (found: number, expected: number): boolean => Math.abs(found - expected) <= 1e-6 * Math.abs(expected);

describe('the formulas give the vectors to the sixth digit', () => {
  test.each(vectors.erlang.rows)('$c slots, $a Erlang', ({ c, a, B, C, Wq }) => {
    expect([erlangB(c, a), erlangC(c, a), meanWait(c, a)].map((found, i) => close(found, [B, C, Wq][i] as number))).toEqual([
      true,
      true,
      true,
    ]);
    // The chains that run lengths are planned with are these systems.
    expect(close(figuresOf(poissonChain(c, c, a)).refused, B)).toBe(true);
    expect(close(figuresOf(queueChain(c, a)).wait, Wq)).toBe(true);
  });

  test.each(vectors.erlang_b_overload)('overload: $c slots, $a Erlang', ({ c, a, B }) => expect(close(erlangB(c, a), B)).toBe(true));

  test.each(vectors.mm1_md1)('one slot, load $rho', ({ rho, Wq_mm1, Wq_md1, p99_sojourn_mm1 }) => {
    expect(close(meanWaitOneSlot(rho, 1), Wq_mm1)).toBe(true);
    expect(close(meanWaitOneSlot(rho, 0), Wq_md1)).toBe(true);
    expect(close(sojournQuantile(rho, 0.99), p99_sojourn_mm1)).toBe(true);
  });

  test.each(vectors.mmcK)('M/M/$c/$K, $lam Erlang', ({ lam, c, K, p0, P_block, L, Lq, W, Wq }) => {
    const { empty, refused, inSystem, inQueue, sojourn, wait } = figuresOf(poissonChain(c, K, lam));
    const found = [empty, refused, inSystem, inQueue, sojourn, wait];
    expect(found.map((one, i) => close(one, [p0, P_block, L, Lq, W, Wq][i] as number))).toEqual(found.map(() => true));
  });

  test.each(vectors.retry_storm_lossy.rows)('storm: $x times the capacity, $A attempts', ({ x, A, p, sent_over_C, success }) => {
    const found = stormOf(x, A);
    expect([close(found.p, p), close(found.sentOverCapacity, sent_over_C), close(found.success, success)]).toEqual([true, true, true]);
  });

  test.each(vectors.retry_fixed_p.rows)('each attempt fails with $p, $A attempts', ({ p, A, success, load }) => {
    const found = independentRetries(p, A);
    expect([close(found.success, success), close(found.load, load)]).toEqual([true, true]);
  });

  test.each([
    // One user never meets another. Two on one slot: the other one is in service for a third of the time that is not his own.
    { slots: 1, users: 1, perUser: 1, expected: 0 },
    { slots: 1, users: 2, perUser: 0.5, expected: 1 / 3 },
    // Ten users, three slots, ½: C(9,3)·½³ over Σ C(9,k)·½ᵏ for k = 0 … 3, that is 10.5 / (1 + 4.5 + 9 + 10.5).
    { slots: 3, users: 10, perUser: 0.5, expected: 0.42 },
  ])('Engset: $slots slots, $users users, $perUser Erlang each', ({ slots, users, perUser, expected }) => {
    expect(engset(slots, users, perUser)).toBeCloseTo(expected, 12);
    expect(figuresOf(usersChain(slots, users, 1 / perUser)).refused).toBeCloseTo(expected, 12);
  });

  test.each([
    // Tables of χ².
    [0.995, 50, 79.49],
    [0.005, 50, 27.991],
    [0.995, 100, 140.169],
    [0.005, 100, 67.328],
  ])('the %d quantile of χ² with %d degrees is %d', (p, degrees, expected) => {
    expect(Math.abs(chiSquareQuantile(p, degrees) / expected - 1)).toBeLessThan(0.005);
  });
});

test('docs/proof.md has the groups of systems; UPDATE_GOLDEN=1 writes them', () => {
  expect(generatedPart('docs/proof.md', 'theory', groupTable())).toBe(groupTable());
  expect(page('docs/proof.md').text).toContain(`more than ${String(mostInTest).replace(/000$/, ',000')} requests`);
});

const plans = rows.map((row) => planOf(row, mostRequests));
const found: { readonly group: string; readonly name: string; readonly findings: readonly Finding[] }[] = [];

describe('the engine', () => {
  test.each(plans.filter(({ figures }) => figures.length > 0).map((plan) => ({ title: `${plan.row.group}: ${plan.row.name}`, plan })))(
    '$title',
    async ({ plan }) => {
      const findings = await examine(plan);
      found.push({ group: plan.row.group, name: plan.row.name, findings });
      expect(findings.filter(({ holds }) => !holds).map((finding) => lineOf(plan.row, finding))).toEqual([]);
    },
    1_800_000,
  );

  test('errs no more and no less than chance over all rows together: χ² of one figure a row', () => {
    // Rows have luck of their own; figures of one row err together, so each row is in it with its first one that varies.
    const normals = found.flatMap(({ findings }) => findings.flatMap(({ normal }) => normal ?? []).slice(0, 1));
    const sum = normals.reduce((total, normal) => total + normal * normal, 0);
    console.log(`χ² = ${sum.toFixed(1)} over ${normals.length} rows`);
    expect(sum).toBeGreaterThan(chiSquareQuantile(0.005, normals.length));
    expect(sum).toBeLessThan(chiSquareQuantile(0.995, normals.length));
  });

  test('under VERIFY=1 nothing is left', () => {
    expect(rows.map((row) => planOf(row, Number.POSITIVE_INFINITY)).flatMap(({ left }) => left)).toEqual([]);
    if (verifies) expect(plans.flatMap(({ left }) => left)).toEqual([]);
  });

  afterAll(() => {
    const lines = found.flatMap(({ group, name, findings }) => findings.map((finding) => lineOf({ group, name }, finding)));
    const left = plans.flatMap((plan) => plan.left.map((one) => leftLine(plan.row, one)));
    console.log([headLine, ...lines, ...left].join('\n'));
  });
});

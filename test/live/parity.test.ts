import { describe, expect, it } from 'vitest';
import { medianRows, type ParityRow, parityRows } from '../../harness/run/parity/judge-parity.ts';
import type { ParityResult } from '../../harness/run/parity/run-parity.ts';
import { type Seen, seenInVirtual } from '../../harness/run/parity/worlds.ts';
import { atCapacity, folderWith } from '../cli/at-capacity.ts';
import { fixedRetry, model, pool, runOf, scenario, strategy } from '../support/scenario.ts';

/** 4,000 requests of one strategy, of whose attempts a share fails; `slower` makes every answer so many times as long. */
function seen({ share = 0.1, slower = 1 } = {}): Seen {
  const one = scenario({
    provider: {
      pools: { big: pool(999) },
      models: { big: model({ service: { exponential: 1000 * slower } }) },
      faults: [{ errors: { models: ['big'], share, as: 'server_error' } }],
    },
    workload: { arrivals: { constant: { rate: 100 } } },
    strategies: [strategy('s', { retry: fixedRetry(100, 1) })],
    time: { length: 40_000 },
  });
  const { output } = runOf(one);
  return seenInVirtual(output, { scenario: one, strategyIndex: 0, replication: 0, raw: true });
}

const rowOf = (rows: readonly ParityRow[], figure: ParityRow['figure']) => rows.find((row) => row.figure === figure);

describe('how far two worlds are apart', () => {
  it('a world is not apart from itself', () => {
    const one = seen();
    for (const row of parityRows(one, one)) expect([row.figure, row.difference, row.within]).toEqual([row.figure, 0, true]);
    expect(rowOf(parityRows(one, one), 'errorRate')?.interval).toEqual([0, 0]);
  });

  it('times a tenth longer are a tenth apart, beyond 5 %; with intervals around that', () => {
    const rows = parityRows(seen(), seen({ slower: 1.1 }));
    for (const figure of ['p50', 'p95', 'served p50', 'served p95'] as const) {
      const row = rowOf(rows, figure);
      expect(row?.difference).toBeCloseTo(0.1, 3);
      expect(row?.within).toBe(false);
    }
    const [low, high] = rowOf(rows, 'p50')?.interval ?? [0, 0];
    // The same luck on both sides: the interval is that of the difference, far narrower than the figure's own.
    expect(low).toBeLessThanOrEqual(0.1001);
    expect(high).toBeGreaterThanOrEqual(0.0999);
    expect(high - low).toBeLessThan(0.1);
    expect(rowOf(rows, 'errorRate')).toMatchObject({ difference: 0, within: true });
  });

  it('times 4 % longer are within 5 %', () => {
    const rows = parityRows(seen(), seen({ slower: 1.04 }));
    expect(rows.map(({ within }) => within)).toEqual([true, true, true, true, true]);
  });

  it('error rates are apart in points: 10 and 13 of 100 are 3 points', () => {
    const row = rowOf(parityRows(seen({ share: 0.1 }), seen({ share: 0.13 })), 'errorRate');
    expect(row?.within).toBe(false);
    expect(row?.difference).toBeCloseTo((row?.live ?? 0) - (row?.virtual ?? 0), 6);
    // Twice the standard error of 3 points among 4,000.
    expect(Math.abs((row?.difference ?? 0) - 0.03)).toBeLessThan(0.0054);
    const [low, high] = row?.interval ?? [0, 0];
    expect([low < 0.03, high > 0.03, low > 0]).toEqual([true, true, true]);
  });

  it('nothing answered in one world alone is beyond everything; in both it is nothing to compare', () => {
    const none = seen({ share: 1 });
    expect(rowOf(parityRows(seen(), none), 'p50')).toMatchObject({ difference: null, within: false });
    expect(rowOf(parityRows(none, none), 'p50')).toMatchObject({ difference: null, within: null });
  });

  it('of three rounds the one in the middle counts, figure by figure', () => {
    const round = (a: number | null, b: number): ParityRow[] => [
      { figure: 'errorRate', virtual: 0, live: a, difference: a, interval: null, tolerance: 0.01, within: a !== null },
      { figure: 'p50', virtual: 1, live: 1 + b, difference: b, interval: null, tolerance: 0.05, within: b < 0.05 },
    ];
    const rows = medianRows([round(0.004, 0.3), round(null, 0.01), round(-0.2, 0.02)]);
    expect(rows.map(({ difference }) => difference)).toEqual([0.004, 0.02]);
  });
});

describe('run --parity', () => {
  const small = `
name: small
time: { length: 10s }
provider: { network: { rtt: 20ms }, models: { big: { slots: 4, service: { exponential: 500ms } } } }
workload: { arrivals: { poisson: { rate: 10/s } }, sizes: { input: 50, output: 5 } }
strategies: [{ name: naive }]
`;

  it('compares both worlds three times, and ends as it judges', async () => {
    const cwd = folderWith({ 'small.yaml': small });
    const { code, stdout, stderr } = await atCapacity(['run', 'small.yaml', '--parity', '--time-scale', '10', '--json'], { cwd });
    const result = JSON.parse(stdout) as ParityResult;
    // How fast the machine is now decides the verdict, and the verdict the code.
    expect(code, stderr).toBe({ within: 0, beyond: 3, undecided: 4 }[result.verdict]);
    const [naive] = result.strategies;
    expect([result.rounds, naive?.requests.length, result.incomplete]).toEqual([3, 3, false]);
    expect(naive?.rows.map(({ figure }) => figure)).toEqual(['errorRate', 'p50', 'p95', 'served p50', 'served p95']);
    expect(naive?.rows.every(({ virtual, live }) => virtual !== null && live !== null)).toBe(true);
    const beyond = naive?.rows.some(({ within }) => within === false) === true;
    expect(result.verdict === 'within').toBe(!beyond);
    expect(naive?.live.timerErrorMs.count).toBeGreaterThan(0);
  });

  it.each([
    [['--parity', '--raw'], '--raw has no place in --parity'],
    [['--parity', '--target', 'http://localhost:1'], '--target has no place in --parity'],
  ])('%j is wrong use', async (args, message) => {
    const cwd = folderWith({ 'small.yaml': small });
    const { code, stderr } = await atCapacity(['run', 'small.yaml', ...args], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

import { describe, expect, test } from 'vitest';
import { learnText, readAll } from './run-logs.ts';

interface Row {
  readonly took: number;
  readonly status?: number;
}

const at = (second: number): string => new Date(Date.UTC(2026, 2, 2, 8) + second * 1000).toISOString();
const csvOf = (rows: readonly Row[], name = 'latency'): string =>
  [`time,status,${name}`, ...rows.map(({ took, status = 200 }, i) => `${at(i)},${status},${took}`), ''].join('\n');
const jsonOf = (rows: readonly Row[]): string =>
  rows.map(({ took, status = 200 }, i) => JSON.stringify({ time: at(i), status, duration: took })).join('\n');

/** Twelve rows: these, and the last one again and again. */
const twelve = (...took: readonly number[]): readonly Row[] =>
  Array.from({ length: 12 }, (_, i) => ({ took: took[Math.min(i, took.length - 1)] ?? 0 }));
const p50 = async (text: string) => (await learnText(text)).service.latencyMs?.p50.value;

describe('the unit of a column that does not say it', () => {
  // A refusal that took 38 ms comes first: by itself it looks like seconds.
  const quick: Row = { took: 38, status: 503 };
  test.each([
    ['whole from 100 up are ms', twelve(2400), 2400],
    ['a quick refusal before them decides nothing', [quick, ...twelve(2400)], 2400],
    ['nor do a hundred', [...Array<Row>(150).fill(quick), ...twelve(2400)], 2400],
    ['a small one before large ones neither', twelve(38, 2400), 2400],
    ['fractions from 100 up are ms', twelve(2400.5), 2400.5],
    ['fractions below 100 are seconds', twelve(0.8, 2.4), 2400],
    ['also with a timeout among them', twelve(120.5, 2.4), 2400],
    ['all below 100 are seconds', twelve(38, 3), 3000],
  ])('%s', async (_, rows, expected) => {
    expect(await p50(csvOf(rows))).toBe(expected);
    expect(await p50(jsonOf(rows))).toBe(expected);
  });

  test.each([
    ['refusals alone', Array<Row>(12).fill(quick)],
    ['whole seconds with a timeout among them, or ms', twelve(300, 5)],
    ['fractions on both sides of 100', twelve(300.5, 38.5)],
  ])('%s leave it open: what to type is said', async (_, rows) => {
    for (const text of [csvOf(rows), jsonOf(rows)]) {
      const name = text === csvOf(rows) ? 'latency' : 'duration';
      await expect(readAll([text])).rejects.toThrow(`--columns latency=${name}:ms (or s, us, ns)`);
      const said = { columns: { latency: `${name}:s` } };
      expect((await readAll([text], said)).readings).toMatchObject([{ rows: 12, bad: 0 }]);
    }
  });

  test('a name that says it is not asked again', async () => {
    expect(await p50(csvOf(twelve(300, 5), 'latency_ms'))).toBe(5);
  });

  test('whole numbers below 100 are a guess that is said', async () => {
    const { readings } = await readAll([csvOf(twelve(3))]);
    expect(readings[0]?.guesses).toContain('latency = latency (s, guessed; if it is not, --columns latency=latency:ms)');
  });

  test('bad rows are named in the order of the file, with their lines', async () => {
    const rows = csvOf(twelve(2400))
      .replace(at(3), 'never')
      .replace(`${at(5)},200,2400`, `${at(5)},200`);
    const { readings } = await readAll([rows]);
    expect(readings).toMatchObject([{ rows: 12, bad: 2, problems: [{ line: 5 }, { line: 7 }] }]);
  });
});

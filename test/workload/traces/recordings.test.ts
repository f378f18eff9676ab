import { describe, expect, test } from 'vitest';
import { loadTrace } from '../../../harness/workload/trace-files.ts';
import type { TraceRow } from '../../../harness/workload/traces/trace.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';

const presets = packagePath('sim', 'presets');
const examples = packagePath('examples', 'traces');

const sum = (rows: readonly TraceRow[], key: 'inputTokens' | 'outputTokens') => rows.reduce((total, row) => total + row[key], 0);
const distinct = (rows: readonly TraceRow[]) => new Set(rows.map((row) => row.atMs)).size;

describe('real recordings are read whole', () => {
  // Counts, sums and spans as published or summed by another program.
  test.each([
    ['Azure conversation 2023, all of it', presets, 'azure-conv.csv', 'azure', 19_366, 22_361_870, 4_088_665],
    ['Azure code 2023, first 2,000', examples, 'azure-code-2000.csv', 'azure', 2000, 3_973_157, 59_024],
    ['BurstGPT, first 400', examples, 'burstgpt-400.csv', 'burstgpt', 400, 208_189, 110_612],
    ['Mooncake synthetic, first 300', examples, 'mooncake-300.jsonl', 'mooncake', 300, 3_853_165, 57_331],
  ])('%s', (_, folder, file, format, rows, input, output) => {
    const trace = loadTrace(file, format, folder);
    expect([trace.length, sum(trace, 'inputTokens'), sum(trace, 'outputTokens')]).toEqual([rows, input, output]);
    expect(trace[0]?.atMs).toBe(0);
    expect(trace.every((row, index) => index === 0 || row.atMs >= (trace[index - 1]?.atMs ?? 0))).toBe(true);
  });

  test('Azure: seven fractional digits survive; 18:15:46.6805900 to 18:15:50.9951690 is 4,314.579 ms', () => {
    const trace = loadTrace('azure-conv.csv', 'azure', presets);
    expect(trace[1]?.atMs).toBeCloseTo(4314.579, 9);
    expect((trace.at(-1)?.atMs ?? 0) / 1000).toBeCloseTo(3501.7, 1);
  });

  test('BurstGPT: the 17 failed requests are arrivals whose size is unknown', () => {
    const failed = loadTrace('burstgpt-400.csv', 'burstgpt', examples).filter((row) => row.outputTokens === 0);
    expect(failed).toHaveLength(17);
    expect(failed.every((row) => row.inputTokens === 0)).toBe(true);
  });

  test('BurstGPT: 396 seconds of 400 rows hold one row each or share it; spread over the second, no two coincide', () => {
    expect(distinct(loadTrace('burstgpt-400.csv', { burstgpt: { tick: 0 } }, examples))).toBe(396);
    expect(distinct(loadTrace('burstgpt-400.csv', 'burstgpt', examples))).toBe(400);
  });
});

describe('where a trace is looked for', () => {
  test('the packaged trace is found from any folder, the scenario’s own file comes first', () => {
    expect(loadTrace('azure-conv.csv', 'azure', examples)).toHaveLength(19_366);
    expect(loadTrace('../../examples/traces/azure-code-2000.csv', 'azure', presets)).toHaveLength(2000);
  });

  test('the same file and format are read once', () => {
    expect(loadTrace('azure-conv.csv', 'azure', presets)).toBe(loadTrace('azure-conv.csv', 'azure', presets));
  });

  test('a missing file says where it was looked for and what there is', () => {
    expect(() => loadTrace('azure-cnv.csv', 'azure', presets)).toThrow(
      /^azure-cnv\.csv expected a trace file, found none at .*azure-cnv\.csv; the package itself has azure-conv\.csv, /,
    );
  });

  test('a folder is no trace', () => {
    expect(() => loadTrace('.', 'azure', presets)).toThrow('expected a trace file, found a folder or device');
  });
});

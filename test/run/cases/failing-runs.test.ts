import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StrategySummary } from '../../../reports/result/summary.ts';
import { atCapacity, folderWith } from '../../cli/at-capacity.ts';

/** Faults that people reported in public about load tools and mocks, as whole runs of the program. */

describe('runs in which nothing succeeds', () => {
  const failing = `
time: { length: 1m }
replications: 2
provider:
  dialect: anthropic
  models: { big: { slots: 8, service: 1s } }
  faults: [ { errors: { share: 1, as: capacity } } ]
workload: { arrivals: { poisson: { rate: 7/s } }, requests: 20 }
strategies: [ { name: naive }, { name: limited, limit: 2 } ]
sweep: { strategy: limited, limit: [1, 2] }
slo: { errorRate: 0.01 }
`;
  const empty = failing.replace('{ poisson: { rate: 7/s } }, requests: 20', '{ at: [90s] }');

  it.each([
    ['D2: every request fails', failing, 1],
    ['D2: no request arrives', empty, null],
  ])('%s: every file is written, and none holds a figure that is none', async (_, text, errorRate) => {
    const cwd = folderWith({ 'all.yaml': text });
    const { code, stdout } = await atCapacity(['run', 'all.yaml', '--raw', '--out', 'out', '--workers', '0'], { cwd });
    expect(code).toBe(0);
    const files = Object.fromEntries(readdirSync(join(cwd, 'out')).map((name) => [name, readFileSync(join(cwd, 'out', name), 'utf8')]));
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'attempts.csv',
        'report.html',
        'report.md',
        'requests.csv',
        'result.json',
        'summary.csv',
        'summary.json',
        'timeline.csv',
      ]),
    );
    for (const [name, content] of Object.entries({ ...files, stdout })) {
      expect(content.match(/.{0,40}\b(?:nan|infinity|9007199254740991)\b.{0,40}/i)?.[0], name).toBeUndefined();
    }
    const { strategies } = JSON.parse(files['summary.json'] ?? '') as { strategies: StrategySummary[] };
    for (const one of strategies) expect(one).toMatchObject({ errorRate, goodputPerSecond: 0, latencyMs: { ok: null } });
    expect(JSON.parse(files['result.json'] ?? '')).toMatchObject({ incomplete: false });
    for (const name of ['report.md', 'report.html', 'stdout']) expect({ ...files, stdout }[name]).toContain('n/a');
    // In CSV what is not there is an empty cell, which data frames read as missing.
    const [head = '', row = ''] = (files['summary.csv'] ?? '').split('\n');
    const cell = (column: string) => row.split(',')[head.split(',').indexOf(column)];
    expect([cell('errorRate'), cell('latency.p95'), cell('goodputPerSecond')]).toEqual([errorRate === null ? '' : '1', '', '0']);
  });

  it('D2: a workload file without a row is refused at its place', async () => {
    const trace = empty.replace('{ at: [90s] }', '{ trace: { file: none.csv, format: azure } }');
    const cwd = folderWith({ 'all.yaml': trace, 'none.csv': 'TIMESTAMP,ContextTokens,GeneratedTokens\n', 'nothing.yaml': '' });
    const { code, stderr } = await atCapacity(['run', 'all.yaml', '--workers', '0'], { cwd });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^all\.yaml:8:\d+ workload\.arrivals\.trace\.file: expected rows/),
    });
    expect(await atCapacity(['run', 'nothing.yaml'], { cwd })).toMatchObject({ code: 2, stderr: expect.stringContaining('found nothing') });
  });
});

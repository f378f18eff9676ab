import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { atCapacity, folderWith, readJson, small } from './at-capacity.ts';

describe('report', () => {
  async function twoResults() {
    const cwd = folderWith({ 'small.yaml': small });
    await atCapacity(['run', 'small.yaml', '--workers', '0', '--quiet', '--out', 'a'], { cwd });
    await atCapacity(
      ['run', 'small.yaml', '--workers', '0', '--quiet', '--out', 'b', '--seed', '2', '--only', 'naive', '--only', 'limited'],
      { cwd },
    );
    return cwd;
  }

  test('shows a stored result as the run did, in every format, and writes its files again', async () => {
    const cwd = folderWith({ 'small.yaml': small });
    const run = await atCapacity(['run', 'small.yaml', '--workers', '0'], { cwd });
    const report = await atCapacity(['report', 'out/small'], { cwd });
    expect(report.code).toBe(0);
    expect(`${run.stdout.slice(0, run.stdout.indexOf('\nWritten'))}`).toBe(report.stdout);
    const json = await atCapacity(['report', 'out/small/result.json', '--json', '--out', 'again'], { cwd });
    expect(json.stdout).toBe(readFileSync(join(cwd, 'out', 'small', 'summary.json'), 'utf8'));
    for (const name of ['result.json', 'summary.csv', 'timeline.csv', 'report.md', 'report.html']) {
      expect(readFileSync(join(cwd, 'again', name), 'utf8')).toBe(readFileSync(join(cwd, 'out', 'small', name), 'utf8'));
    }
  });

  test('two results: both, then the differences by name', async () => {
    const cwd = await twoResults();
    const { code, stdout } = await atCapacity(['report', 'a', 'b'], { cwd });
    expect(code).toBe(0);
    const [, differences = ''] = stdout.split('Second − first, two different scenarios:\n');
    expect(differences).toMatch(/^naive .*points/m);
    expect(differences).toMatch(/^limited .*points/m);
    expect(differences).toMatch(/more than luck$/m);
    expect(differences).toContain('Only in the first: backoff');
    const json = JSON.parse((await atCapacity(['report', 'a', 'b', '--json'], { cwd })).stdout);
    const rate = (folder: string) => readJson(cwd, folder, 'summary.json').strategies[0].errorRate;
    expect(json.differences.strategies[0].difference.errorRate).toBe(rate('b') - rate('a'));
    expect(json.differences.between).toMatchObject(['naive', 'limited'].map((name) => ({ name, paired: false, replications: [2, 2] })));
  });

  test('two results over one another in one page, printed and written', async () => {
    const cwd = await twoResults();
    const { code, stdout } = await atCapacity(['report', 'a', 'b', '--format', 'html', '--out', 'both'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toBe(readFileSync(join(cwd, 'both', 'report.html'), 'utf8'));
    for (const name of ['naive (first)', 'naive (second)', 'backoff (first)']) expect(stdout).toContain(`<bdi class="name">${name}</bdi>`);
    expect(existsSync(join(cwd, 'both', 'result.json'))).toBe(false);
    const told = await atCapacity(['report', 'a', 'b', '--out', 'both'], { cwd });
    expect(told.stdout).toMatch(/\nWritten\n {2}both\/report\.html\n$/);
  });

  test.each([
    ['broken JSON', '{', 'is not JSON; expected the result.json that a run wrote'],
    ['another JSON', '{"schemaVersion": 1}', 'is no stored result; expected the result.json that a run wrote'],
    [
      'a newer one',
      '{"schemaVersion": 9, "tool": {"name": "at-capacity"}, "strategies": [], "fresh": []}',
      'has schemaVersion 9; this version reads 1',
    ],
  ])('%s is refused', async (_, text, message) => {
    const cwd = folderWith({ 'r.json': text });
    expect(await atCapacity(['report', 'r.json'], { cwd })).toEqual({ code: 2, stdout: '', stderr: `r.json ${message}\n` });
  });
});

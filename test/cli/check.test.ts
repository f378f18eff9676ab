import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { atCapacity, folderWith } from './at-capacity.ts';

const gate = `
time: { length: 4m, warmUp: 1m }
provider: { models: { big: { slots: 8, service: { exponential: 1s } } } }
workload: { arrivals: { poisson: { rate: 7/s } }, deadline: 10s }
strategies: [ { name: limited, limit: 8 } ]
`;
const slo = `${gate}slo: { errorRate: 0.2 }\n`;
const few = ['--replications', '3', '--most', '4', '--workers', '0', '--quiet'];
const check = (cwd: string, ...args: readonly string[]) =>
  atCapacity(['check', ...args, ...few], { cwd, env: { GITHUB_ACTIONS: undefined, GITHUB_STEP_SUMMARY: undefined } });

describe('check', () => {
  test('a baseline written, held, missed and kept; the same bytes each time', async () => {
    const cwd = folderWith({ 'gate.yaml': slo });
    const missing = await check(cwd, 'gate.yaml', '--baseline', 'base');
    expect(missing).toMatchObject({ code: 4, stderr: '' });
    expect(missing.stdout).toContain('base/gate.json: no such file');
    expect(await check(cwd, 'gate.yaml', '--baseline', 'base', '--update')).toMatchObject({
      code: 0,
      stderr: 'Baseline written: base/gate.json\n',
    });
    const written = readFileSync(join(cwd, 'base', 'gate.json'), 'utf8');
    const passed = await check(cwd, 'gate.yaml', '--baseline', 'base', '--json');
    expect(passed).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(passed.stdout)).toMatchObject({ outcome: 'passed', scenarios: [{ paired: true, changes: [] }] });
    expect(await check(cwd, 'gate.yaml', '--baseline', 'base', '--json')).toEqual(passed);

    writeFileSync(join(cwd, 'gate.yaml'), slo.replace('limit: 8', 'limit: 4'));
    const worse = await check(cwd, 'gate.yaml', '--baseline', 'base', '--update', '--junit', 'j.xml');
    expect(worse.code).toBe(3);
    expect(worse.stdout).toContain('strategy limited: limit.fixed 8 → 4');
    expect(worse.stdout).toMatch(/errorRate ≤ 20 % missed: \d\d\.\d %/);
    expect(worse.stderr).toContain('The baseline was not written');
    expect(readFileSync(join(cwd, 'base', 'gate.json'), 'utf8')).toBe(written);
    expect(readdirSync(cwd).sort()).toEqual(['base', 'gate.yaml', 'j.xml']);
    // Not even when told to: a bound is missed.
    expect(await check(cwd, 'gate.yaml', '--baseline', 'base', '--update', '--accept')).toMatchObject({ code: 3 });
    expect(readFileSync(join(cwd, 'base', 'gate.json'), 'utf8')).toBe(written);
  });

  test('a loss that is meant is taken in', async () => {
    const cwd = folderWith({ 'gate.yaml': gate });
    await check(cwd, 'gate.yaml', '--baseline', 'base', '--update');
    writeFileSync(join(cwd, 'gate.yaml'), gate.replace('limit: 8', 'limit: 4'));
    expect((await check(cwd, 'gate.yaml', '--baseline', 'base', '--update', '--accept')).code).toBe(0);
    expect((await check(cwd, 'gate.yaml', '--baseline', 'base')).code).toBe(0);
  });

  test('all that is wrong at once, before anything is run', async () => {
    const cwd = folderWith({ 'gate.yaml': gate });
    const { code, stdout, stderr } = await check(cwd, 'gate.yaml', '--baseline', 'base', '--tolerance', 'errorRte=0.5points', '--accept');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('--tolerance errorRte=0.5points unknown measure errorRte; did you mean errorRate?');
    expect(stderr).toContain('--accept has no meaning without --update');
    const other = await check(cwd, 'gate.yaml', 'none.yaml');
    expect(other.code).toBe(2);
    expect(other.stderr).toContain('gate.yaml has no slo:, and there is no --baseline: there is nothing to check');
    expect(other.stderr).toContain('none.yaml no such file');
    expect(existsSync(join(cwd, 'base'))).toBe(false);
  });

  test.each([
    ['empty', '', 'is empty'],
    ['no JSON', '{"schemaVersion": 1,', 'is not JSON'],
    ['something else', '{"schemaVersion": 1}', 'tool.name is not at-capacity'],
  ])('a baseline that is %s', async (_, text, message) => {
    const cwd = folderWith({ 'gate.yaml': gate, 'b.json': text });
    const { code, stdout } = await check(cwd, 'gate.yaml', '--baseline', 'b.json');
    expect(code).toBe(4);
    expect(stdout).toContain(`b.json: ${message}`);
  });

  test('several scenarios in one folder of baselines; names that hide commands of a runner', async () => {
    const hostile = gate.replace('name: limited', 'name: "::error::x%0A##[error]\\n::set-output name=a::b"');
    const cwd = folderWith({ 'a.yaml': gate, 'b.yaml': hostile });
    const args = ['a.yaml', 'b.yaml', '--baseline', 'base', '--annotations', '--step-summary', 'summary.md'];
    await check(cwd, ...args, '--update');
    expect(readdirSync(join(cwd, 'base')).sort()).toEqual(['a.json', 'b.json']);
    writeFileSync(join(cwd, 'b.yaml'), hostile.replace('limit: 8', 'limit: 4'));
    const { code, stdout, stderr } = await check(cwd, ...args);
    expect(code).toBe(3);
    expect(stdout).toContain('Scenario a: passed');
    for (const line of `${stdout}\n${stderr}`.split('\n')) {
      expect(line).not.toContain('##[');
      if (line.trimStart().startsWith('::')) expect(line).toMatch(/^::(error|warning) file=b\.yaml,title=[^:]*::/);
    }
    // Once for the update, once for this check.
    expect(readFileSync(join(cwd, 'summary.md'), 'utf8').split('<!-- at-capacity check -->')).toHaveLength(3);
  });
});

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { atCapacity, folderWith } from '../cli/at-capacity.ts';
import { act, action } from './action.ts';

/** A minute of it, and two replications: what the gate says is tested elsewhere. */
const quickly = '--replications\n3\n--most\n3\n--workers\n0\n--quiet';
const scenario = (limit: number, name = 'shipped') => `
name: gate
time: { length: 2m }
provider: { models: { big: { slots: 8, service: { exponential: 1s } } } }
workload: { arrivals: { poisson: { rate: 7/s } }, deadline: 10s }
strategies: [ { name: ${JSON.stringify(name)}, limit: ${limit} } ]
`;

async function workspace(limit: number, name?: string): Promise<string> {
  const cwd = folderWith({ 'gate.yaml': scenario(8, name) });
  const args = ['check', 'gate.yaml', '--baseline', 'base', '--update', '--most', '3', '--replications', '3', '--workers', '0', '--quiet'];
  expect((await atCapacity(args, { cwd })).code).toBe(0);
  writeFileSync(join(cwd, 'gate.yaml'), scenario(limit, name));
  return cwd;
}

describe('action.yml', () => {
  test('its inputs reach the scripts as variables alone, and its outputs are those the steps write', () => {
    for (const { run } of action.runs.steps) expect(run).not.toContain('${{');
    const passed = action.runs.steps.flatMap(({ env = {} }) => Object.values(env));
    expect(passed.toSorted()).toEqual(
      Object.keys(action.inputs)
        .map((name) => `\${{ inputs.${name} }}`)
        .toSorted(),
    );
    expect(Object.values(action.outputs).map(({ value }) => value)).toEqual(
      ['outcome', 'exit-code'].map((name) => `\${{ steps.check.outputs.${name} }}`),
    );
  });

  test('passes on an equal strategy', async () => {
    const cwd = await workspace(8);
    const { code, outputs, summary, log } = act(cwd, { scenarios: '*.yaml', baseline: 'base', arguments: quickly });
    expect(log).not.toContain('::error');
    expect({ code, outputs }).toEqual({ code: 0, outputs: { outcome: 'passed', 'exit-code': '0' } });
    expect(summary).toContain('**Passed: nothing is worse than its tolerance.**');
  });

  test('fails on a worse one, and its summary shows what changed and the difference', async () => {
    const cwd = await workspace(4);
    const inputs = {
      scenarios: 'gate.yaml',
      baseline: 'base/gate.json',
      junit: 'check.xml',
      markdown: 'check.md',
      tolerances: 'amplification=10%',
    };
    const { code, outputs, summary, log } = act(cwd, { ...inputs, arguments: quickly });
    expect({ code, outputs }).toEqual({ code: 3, outputs: { outcome: 'failed', 'exit-code': '3' } });
    expect(summary).toContain('strategy shipped: limit.fixed 8 → 4');
    expect(summary).toMatch(/^\| `shipped` \| `goodputPerSecond` \| \S+ \| \S+ \| −\d+\.\d % .*\*\*worse\*\* \|$/m);
    expect(log).toMatch(/^::error file=gate\.yaml,title=.*::shipped: goodputPerSecond is worse/m);
    expect(readFileSync(join(cwd, 'check.md'), 'utf8')).toBe(summary.slice(0, -1));
    expect(readFileSync(join(cwd, 'check.xml'), 'utf8')).toContain('<failure message="goodputPerSecond is worse');
  });

  test('says that nothing was checked where an input is wrong, and runs no input', async () => {
    const cwd = folderWith({ 'gate.yaml': scenario(8) });
    const { code, outputs } = act(cwd, {
      scenarios: '$(touch ran) `touch ran` ;touch ran',
      baseline: '$(touch ran)',
      tolerances: 'errorRte=1',
    });
    expect({ code, outputs }).toEqual({ code: 2, outputs: { outcome: 'error', 'exit-code': '2' } });
    expect(existsSync(join(cwd, 'ran'))).toBe(false);
  });
});

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { presetNames } from '../../harness/scenario/source.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { atCapacity, folderWith, readJson } from './at-capacity.ts';

const files = readdirSync(packagePath('examples'))
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => packagePath('examples', name));

// A beginning of each: that it is a scenario is tested elsewhere, this is that it can be run.
test.each([...files, ...presetNames()])('%s can be run', async (scenario) => {
  const cwd = folderWith();
  const args = ['run', scenario, '--requests', '100', '--replications', '1', '--workers', '0', '--out', 'out', '--quiet'];
  expect(await atCapacity(args, { cwd })).toMatchObject({ code: 0, stderr: '' });
  const { strategies } = readJson(join(cwd, 'out', 'summary.json'));
  expect(strategies.length).toBeGreaterThan(1);
  for (const { provider } of strategies) expect(provider.arrived).toBeGreaterThan(0);
});

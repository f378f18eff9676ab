import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exporters } from '../../harness/export/registry.ts';
import { openStrategy } from '../../harness/gateway/open-strategy.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';

const page = readFileSync(packagePath('docs', 'export.md'), 'utf8');

test('docs/export.md shows what its line writes', async () => {
  const { strategy } = await openStrategy({ strategy: 'small-team', models: ['flagship', 'light'] });
  expect(/```text\n([\s\S]*?)```/.exec(page)?.[1]).toBe(exporters.litellm.write(strategy).text);
});

test('docs/export.md has a row for every target, and no other', () => {
  expect([...page.matchAll(/^\| `([a-z][a-z-]*)` \|/gm)].map(([, name]) => name)).toEqual(Object.keys(exporters));
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { page, table } from './page.ts';

test('docs/proof.md names tests that are there, and live through 10,000 histories', () => {
  const files = new Set(table(page('docs/proof.md'), 'Random histories').map((row) => row.at(-1)?.replaceAll('`', '') ?? ''));
  expect(files.size).toBeGreaterThan(10);
  for (const file of files) expect(readFileSync(packagePath(file), 'utf8'), file).toMatch(/10_000/);
});

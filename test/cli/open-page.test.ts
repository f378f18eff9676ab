import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openPage } from '../../harness/cli/open-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'at-capacity-'));
const path = process.env.PATH;
afterEach(() => {
  process.env.PATH = path;
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(process.platform === 'win32')('the opener of the system gets the whole path as one word, whatever stands in it', async () => {
  const told = join(folder, 'told');
  const opener = join(folder, 'xdg-open');
  writeFileSync(opener, `#!/bin/sh\nprintf '%s|%s' "$#" "$1" > '${told}.new'\nmv '${told}.new' '${told}'\n`);
  chmodSync(opener, 0o755);
  process.env.PATH = `${folder}:${path}`;
  expect(await openPage('/a b/$(touch x); report.html', 'linux')).toBeNull();
  await expect.poll(() => existsSync(told), { timeout: 60_000 }).toBe(true);
  expect(readFileSync(told, 'utf8')).toBe('1|/a b/$(touch x); report.html');
});

test('where there is none it says so, and nothing else happens', async () => {
  process.env.PATH = '';
  expect(await openPage('report.html', 'linux')).toMatch(/^report\.html was not opened: xdg-open: /);
});

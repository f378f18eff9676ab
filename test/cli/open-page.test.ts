import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openPage } from '../../harness/cli/open-page.ts';
import { atCapacity, folderWith, small } from './at-capacity.ts';

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
  expect(await openPage('/a b/$(touch x); report.html', { platform: 'linux', env: { DISPLAY: ':0' } })).toBeNull();
  await expect.poll(() => existsSync(told), { timeout: 60_000 }).toBe(true);
  expect(readFileSync(told, 'utf8')).toBe('1|/a b/$(touch x); report.html');
});

test('where there is none it says so, and nothing else happens', async () => {
  process.env.PATH = '';
  const desk = { platform: 'linux', env: { WAYLAND_DISPLAY: 'wayland-0' } };
  expect(await openPage('report.html', desk)).toMatch(/^report\.html was not opened: xdg-open: /);
});

test.each([{}, { DISPLAY: '' }])('without a desktop (%j) it says the path and starts nothing', async (env) => {
  // An opener that cannot be started would be told of in other words.
  process.env.PATH = '';
  expect(await openPage('out/a/report.html', { platform: 'linux', env })).toBe(
    'out/a/report.html was not opened: there is no desktop here',
  );
});

describe('run --open', () => {
  const noDesktop = { DISPLAY: undefined, WAYLAND_DISPLAY: undefined, WSL_DISTRO_NAME: undefined, BROWSER: undefined };

  test.skipIf(process.platform !== 'linux')('opens the page once it is written; without a desktop it says where it is', async () => {
    const cwd = folderWith({ 'small.yaml': small });
    const opener = join(cwd, 'xdg-open');
    writeFileSync(opener, '#!/bin/sh\nhead -c 15 "$1" > told.new\nmv told.new told\n');
    chmodSync(opener, 0o755);
    const run = ['run', 'small.yaml', '--workers', '0', '--quiet', '--open'];
    const without = await atCapacity(run, { cwd, env: noDesktop });
    expect(without).toMatchObject({ code: 0, stderr: 'out/small/report.html was not opened: there is no desktop here\n' });
    expect(existsSync(join(cwd, 'told'))).toBe(false);
    const opened = await atCapacity(run, { cwd, env: { ...noDesktop, DISPLAY: ':0', PATH: `${cwd}:${path}` } });
    expect(opened).toMatchObject({ code: 0, stderr: '' });
    await expect.poll(() => existsSync(join(cwd, 'told')), { timeout: 60_000 }).toBe(true);
    expect(readFileSync(join(cwd, 'told'), 'utf8')).toBe('<!doctype html>');
  });

  test('has no place in --parity', async () => {
    const cwd = folderWith({ 'small.yaml': small });
    const { code, stderr } = await atCapacity(['run', 'small.yaml', '--parity', '--open'], { cwd });
    expect([code, stderr]).toEqual([2, '--open has no place in --parity\n']);
  });
});

import { spawnSync } from 'node:child_process';
import { closeSync, openSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packagePath } from '../../sim/kernel/package-root.ts';

const isDevice = statSync('/dev/full', { throwIfNoEntry: false })?.isCharacterDevice() === true;

test.runIf(isDevice)('output that cannot be written ends the program with 2 and one line, however little it is', () => {
  const full = openSync('/dev/full', 'w');
  const ended = spawnSync(process.execPath, [packagePath('dist', 'harness', 'cli', 'main.js'), 'list', 'presets'], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  expect([ended.status, ended.stderr]).toEqual([2, 'standard output cannot be written: the disk is full\n']);
});

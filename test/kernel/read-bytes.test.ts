import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readBytes } from '../../sim/kernel/read-bytes.ts';

const folder = mkdtempSync(join(tmpdir(), 'read-bytes-'));
afterAll(() => rmSync(folder, { recursive: true }));

const text = (file: string, most = 100): string => {
  const read = readBytes(file, most);
  return 'bytes' in read ? Buffer.from(read.bytes).toString() : `${read.reason}${read.missing ? ' (missing)' : ''}`;
};

describe('what is in a file, or why it cannot be known', () => {
  writeFileSync(join(folder, 'five'), 'abcde');
  mkdirSync(join(folder, 'folder'));

  test.each<[string, number, string]>([
    ['five', 5, 'abcde'],
    ['five', 4, 'is larger than 0.000004 MB, the most it may have'],
    ['none', 5, 'no such file (missing)'],
    ['five/none', 5, 'no such file (missing)'],
    ['folder', 5, 'is a folder, expected a file'],
    ['a\0b', 5, 'cannot be read: the name holds a NUL character'],
    ['x'.repeat(300), 5, 'cannot be read: the name is too long'],
  ])('%j, at most %i bytes: %s', (name, most, expected) => expect(text(join(folder, name), most)).toBe(expected));

  test.runIf(process.platform === 'linux')('a device without an end is left at the limit', () => {
    expect(text('/dev/zero', 1_000_000)).toBe('is larger than 1 MB, the most it may have');
    expect(text('/dev/null')).toBe('');
  });

  test.skipIf(process.platform === 'win32')('a pipe is read to the end, however slowly it is filled', () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    spawn('sh', ['-c', `{ printf one; sleep 0.1; printf two; } > '${pipe}'`], { stdio: 'ignore' });
    expect(text(pipe)).toBe('onetwo');
  });
});

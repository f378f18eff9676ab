import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changed, stampsOf } from '../../harness/cli/watch.ts';

function file(): string {
  const folder = mkdtempSync(join(tmpdir(), 'watch '));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'a.yaml');
  writeFileSync(path, 'one');
  return path;
}
const never = new AbortController().signal;

test.each<[string, (path: string) => void]>([
  ['is edited', (path) => writeFileSync(path, 'two, longer')],
  ['is touched', (path) => utimesSync(path, new Date(1000), new Date(1000))],
  [
    'is replaced by another file of the same size and time',
    (path) => {
      utimesSync(path, new Date(1000), new Date(1000));
      writeFileSync(`${path}.new`, 'one');
      utimesSync(`${path}.new`, new Date(1000), new Date(1000));
      renameSync(`${path}.new`, path);
    },
  ],
  ['is deleted', (path) => rmSync(path)],
])('sees that a file %s', async (_, change) => {
  const path = file();
  const stamps = stampsOf([path]);
  change(path);
  expect(await changed(stamps, never)).toBe(true);
});

test('sees that a file appears', async () => {
  const path = `${file()}.later`;
  const stamps = stampsOf([path]);
  writeFileSync(path, '');
  expect(await changed(stamps, never)).toBe(true);
});

test('waits on while nothing changes, until it is told to stop', async () => {
  const stop = new AbortController();
  const waiting = changed(stampsOf([file()]), stop.signal);
  stop.abort();
  expect(await waiting).toBe(false);
});

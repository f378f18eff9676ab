import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkOutputFolder } from '../../harness/cli/output-folder.ts';

const known = [
  { name: 'report.md', beginning: '# at-capacity' },
  { name: 'summary.csv', beginning: 'strategy,' },
];

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'output '));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test('a folder that is not there is made, with those above it, and left empty', async () => {
  const out = join(folder(), 'a', 'b');
  await checkOutputFolder(out, known);
  expect(readdirSync(out)).toEqual([]);
});

test('files of ours, unfinished ones and others of other names are no hindrance', async () => {
  const out = folder();
  writeFileSync(join(out, 'report.md'), '# at-capacity: peak-day\n');
  writeFileSync(join(out, 'summary.csv'), '');
  writeFileSync(join(out, 'notes.md'), 'mine');
  await checkOutputFolder(out, known);
});

test('files of somebody else under our names are all named', async () => {
  const out = folder();
  writeFileSync(join(out, 'report.md'), '# My report\n');
  mkdirSync(join(out, 'summary.csv'));
  const message = 'was not written by at-capacity and is left alone; choose another folder with --out';
  await expect(checkOutputFolder(out, known)).rejects.toThrow(
    `${join(out, 'report.md')} ${message}\n${join(out, 'summary.csv')} ${message}`,
  );
});

test('a file in the place of the folder is a problem of the input', async () => {
  const out = join(folder(), 'file');
  writeFileSync(out, '');
  await expect(checkOutputFolder(out, known)).rejects.toThrow(/file cannot be written: a file is in the place of the folder/);
});

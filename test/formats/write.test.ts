import { mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { attemptsFile, requestsFile } from '../../reports/formats/csv/raw.ts';
import { formats, knownFiles } from '../../reports/formats/registry.ts';
import { openPending, writeFiles } from '../../reports/formats/write.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { peakDay } from './peak-day.ts';
import { reportOf, textOf } from './sample.ts';

const fault = vi.hoisted(() => ({ sync: undefined as undefined | (() => Error) }));
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return {
    ...real,
    open: async (...given: Parameters<typeof real.open>) => {
      const handle = await real.open(...given);
      const { sync } = fault;
      if (sync !== undefined) handle.sync = () => Promise.reject(sync());
      return handle;
    },
  };
});

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'at-capacity-'));
});
afterEach(async () => {
  fault.sync = undefined;
  await rm(dir, { recursive: true, force: true });
});

const read = (name: string) => readFile(join(dir, name), 'utf8');
const full = () => Object.assign(new Error('ENOSPC: no space left on device, fsync'), { code: 'ENOSPC' });

async function problemOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  return (error as InputError).message;
}

async function* pieces(...texts: readonly string[]) {
  yield* texts;
}

describe('writeFiles', () => {
  test('makes the folder, writes text and streams, returns the paths', async () => {
    const out = join(dir, 'a', 'b');
    const files = [
      { name: 'text.md', content: 'hello\n' },
      { name: 'lines.csv', content: pieces('1\n', '2\n') },
      { name: 'list.csv', content: ['3\n', '4\n'] },
    ];
    const { written, removed } = await writeFiles(out, files);
    expect(written).toEqual(['text.md', 'lines.csv', 'list.csv'].map((name) => join(out, name)));
    expect(removed).toEqual([]);
    expect(await Promise.all(written.map((path) => readFile(path, 'utf8')))).toEqual(['hello\n', '1\n2\n', '3\n4\n']);
  });

  test('leaves nothing but its files, and what was there', async () => {
    await writeFile(join(dir, 'mine.txt'), 'mine');
    await writeFile(join(dir, 'report.md'), 'old');
    await writeFiles(dir, [{ name: 'report.md', content: 'new' }]);
    expect((await readdir(dir)).sort()).toEqual(['mine.txt', 'report.md']);
    expect([await read('mine.txt'), await read('report.md')]).toEqual(['mine', 'new']);
  });

  test('an error in the middle of a stream: no file appears, older ones stay, no temporary is left', async () => {
    await writeFile(join(dir, 'one.txt'), 'old');
    async function* broken() {
      yield 'half';
      throw new Error('the run stopped');
    }
    const files = [
      { name: 'one.txt', content: 'new' },
      { name: 'two.csv', content: broken() },
    ];
    await expect(writeFiles(dir, files)).rejects.toThrow('the run stopped');
    expect(await readdir(dir)).toEqual(['one.txt']);
    expect(await read('one.txt')).toBe('old');
  });

  test('a full disk: path and cause, nothing left', async () => {
    fault.sync = full;
    const problem = await problemOf(writeFiles(dir, [{ name: 'one.txt', content: 'new' }]));
    expect(problem).toBe(`${join(dir, 'one.txt')} cannot be written: the disk is full (ENOSPC)`);
    expect(await readdir(dir)).toEqual([]);
  });

  test('a file in the place of the folder, or above it', async () => {
    const file = join(dir, 'file');
    await writeFile(file, 'mine');
    expect(await problemOf(writeFiles(file, [{ name: 'a', content: '' }]))).toBe(
      `${file} cannot be written: a file is in the place of the folder (EEXIST)`,
    );
    // above it: the message names the part of the path that is in the way
    expect(await problemOf(writeFiles(join(file, 'out'), [{ name: 'a', content: '' }]))).toBe(
      `${file} cannot be written: a file is in the place of the folder (EEXIST)`,
    );
    expect(await readFile(file, 'utf8')).toBe('mine');
  });

  test.skipIf(process.platform !== 'linux')('a folder that nobody can make', async () => {
    expect(await problemOf(writeFiles('/proc/at-capacity/out', [{ name: 'a', content: '' }]))).toBe(
      '/proc/at-capacity cannot be written: the folder does not exist and cannot be made (ENOENT)',
    );
  });

  test('a folder in the place of a file: found before anything is published', async () => {
    await mkdir(join(dir, 'b.txt'));
    const files = ['a.txt', 'b.txt'].map((name) => ({ name, content: 'new' }));
    expect(await problemOf(writeFiles(dir, files))).toBe(
      `${join(dir, 'b.txt')} cannot be written: a folder of this name is in the way (EISDIR)`,
    );
    expect(await readdir(dir)).toEqual(['b.txt']);
  });

  test('a device in the place of a file stays', async () => {
    // A null device behind a link: what would be replaced is the link in the test's own folder.
    await symlink('/dev/null', join(dir, 'null'));
    expect(await problemOf(writeFiles(dir, [{ name: 'null', content: 'new' }]))).toContain('cannot be written: it is a device, a pipe');
    expect(await readlink(join(dir, 'null'))).toBe('/dev/null');
    expect(await readdir(dir)).toEqual(['null']);
  });

  test.skipIf(process.platform === 'win32')('a folder without permission', async () => {
    await mkdir(join(dir, 'closed'), { mode: 0o555 });
    // Root may do anything, so it becomes somebody else for a moment.
    const root = process.geteuid?.() === 0;
    if (root) process.seteuid?.(65_534);
    try {
      expect(await problemOf(writeFiles(join(dir, 'closed'), [{ name: 'a.txt', content: '' }]))).toContain('no permission (EACCES)');
    } finally {
      if (root) process.seteuid?.(0);
    }
  });
});

describe('files of an earlier run', () => {
  const unswept = reportOf({ strategies: [{ name: 'a' }] });
  const filesOf = async (report: typeof peakDay) =>
    (await Promise.all(Object.values(formats).map((format) => format.write(report)))).flat();

  test('are removed and told when this run has none of their kind', async () => {
    await writeFiles(dir, [...(await filesOf(peakDay)), { name: 'requests.csv', content: requestsFile.beginning }], { known: knownFiles });
    expect(await readdir(dir)).toEqual(expect.arrayContaining(['limit.svg', 'requests.csv']));
    const { removed } = await writeFiles(dir, await filesOf(unswept), { known: knownFiles });
    expect(removed).toEqual([join(dir, 'limit.svg'), join(dir, 'requests.csv')]);
    expect((await readdir(dir)).sort()).toEqual([
      'report.html',
      'report.md',
      'result.json',
      'strategies.svg',
      'summary.csv',
      'summary.json',
      'timeline.csv',
    ]);
  });

  test('stay when they only have the name of one', async () => {
    await writeFile(join(dir, attemptsFile.name), 'name,attempts\nme,3\n');
    await mkdir(join(dir, requestsFile.name));
    const { removed } = await writeFiles(dir, await filesOf(unswept), { known: knownFiles });
    expect(removed).toEqual([]);
    expect(await read(attemptsFile.name)).toBe('name,attempts\nme,3\n');
  });
});

test('every file a format writes is declared and begins as declared', async () => {
  for (const report of [peakDay, reportOf({ strategies: [{ name: 'a' }] })]) {
    for (const format of Object.values(formats)) {
      for (const { name, content } of await format.write(report)) {
        const text = await textOf(content);
        const declared = format.files.find((file) => file.name === name);
        expect(text.startsWith(declared?.beginning ?? 'not declared'), name).toBe(true);
      }
    }
  }
});

describe('a file that is filled while the run goes on', () => {
  test('appears with the others', async () => {
    const raw = await openPending(dir, 'requests.csv');
    await raw.append('1\n');
    await raw.append('2\n');
    expect((await readdir(dir)).includes('requests.csv')).toBe(false);
    const { written } = await writeFiles(dir, [{ name: 'a.txt', content: 'a' }], { ready: [raw] });
    expect(written).toEqual([join(dir, 'requests.csv'), join(dir, 'a.txt')]);
    expect(await read('requests.csv')).toBe('1\n2\n');
  });

  test('can be given up', async () => {
    const raw = await openPending(dir, 'requests.csv');
    await raw.append('1\n');
    await raw.abandon();
    await raw.abandon();
    expect(await readdir(dir)).toEqual([]);
  });

  test('is given up when the others cannot be written', async () => {
    const raw = await openPending(dir, 'requests.csv');
    await mkdir(join(dir, 'b.txt'));
    await problemOf(writeFiles(dir, [{ name: 'b.txt', content: '' }], { ready: [raw] }));
    expect(await readdir(dir)).toEqual(['b.txt']);
  });
});

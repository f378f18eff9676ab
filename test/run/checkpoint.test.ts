import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemReason } from '../../harness/cli/system-error.ts';
import { type Checkpoint, type CheckpointOptions, openCheckpoint } from '../../harness/run/checkpoint/checkpoint.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { folderWith } from '../cli/at-capacity.ts';

const jobs = 6;

function optionsAt(path: string, changes: Partial<CheckpointOptions> = {}): CheckpointOptions {
  const subject = { scenario: 'nightly', hash: 'a'.repeat(64) };
  return { path, subject, jobs, strategies: ['s'], replications: 1, reason: systemReason, ...changes };
}

const file = () => join(folderWith(), 'checkpoint.jsonl');

/** Uses a checkpoint as one process does that ends in order. */
function using<Value>(options: CheckpointOptions, use: (checkpoint: Checkpoint) => Value): Value {
  const checkpoint = openCheckpoint(options);
  try {
    return use(checkpoint);
  } finally {
    checkpoint.close();
  }
}

/** Does these jobs, in chunks of two. */
function doing(count: number, from = 0) {
  return (checkpoint: Checkpoint): void => {
    const store = checkpoint.storeOf('s', 0);
    for (let job = from; job < from + count; job++) {
      store.begun(job);
      store.write({ job, tokens: 10 + job });
      if (job % 2 === 1) store.mark(job + 1);
    }
  };
}

const results = (count: number) => Array.from({ length: count }, (_, job) => `{"job":${job},"tokens":${10 + job}}\n`).join('');

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('the file of a checkpoint', () => {
  test('cut off at any byte it holds every job whose line is whole, and is gone on with', () => {
    const path = file();
    using(optionsAt(path), doing(2));
    const text = readFileSync(path, 'utf8');
    const head = text.indexOf('\n') + 1;
    for (let length = head; length <= text.length; length++) {
      const whole = text.slice(0, text.lastIndexOf('\n', length - 1) + 1);
      const done = whole.match(/"is":"done"/g)?.length ?? 0;
      writeFileSync(path, text);
      truncateSync(path, length);
      const [before, kept] = using(optionsAt(path), (checkpoint) => {
        const store = checkpoint.storeOf('s', 0);
        const found = [checkpoint.doneBefore, store.text()];
        for (let job = done; job < jobs; job++) store.write({ job, tokens: 10 + job });
        return found;
      });
      expect({ length, before, kept }).toEqual({ length, before: done, kept: results(done) });
      // Nothing of the torn line is left for the next one to stumble over.
      expect(using(optionsAt(path), (checkpoint) => checkpoint.storeOf('s', 0).text())).toBe(results(jobs));
    }
  });

  test('cut off in its first line it is no checkpoint, and is left alone', () => {
    const path = file();
    using(optionsAt(path), doing(1));
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.slice(0, 40));
    expect(messageOf(() => openCheckpoint(optionsAt(path)))).toContain('was not written by at-capacity');
    writeFileSync(path, 'job,answer\n1,yes\n');
    expect(messageOf(() => openCheckpoint(optionsAt(path)))).toContain('was not written by at-capacity');
    expect(readFileSync(path, 'utf8')).toBe('job,answer\n1,yes\n');
  });

  test('damaged before its last line it is refused, with the line', () => {
    const path = file();
    using(optionsAt(path), doing(2));
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, lines.toSpliced(2, 1, 'Zm9v').join('\n'));
    expect(messageOf(() => openCheckpoint(optionsAt(path)))).toContain('is damaged in line 3');
  });

  test('of another scenario it is refused, and both are named', () => {
    const path = file();
    using(optionsAt(path), doing(2));
    const other = { subject: { scenario: 'daily', hash: 'b'.repeat(64) } };
    const message = messageOf(() => openCheckpoint(optionsAt(path, other)));
    expect(message).toContain('is of the scenario nightly (aaaaaaaaaaaa), and this one is daily (bbbbbbbbbbbb)');
    expect(using(optionsAt(path), ({ doneBefore }) => doneBefore)).toBe(2);
  });

  test('is begun anew once every job of every strategy was done and that was said, and not before', () => {
    const path = file();
    const two = optionsAt(path, { strategies: ['s', 't'] });
    const all = (checkpoint: Checkpoint) => {
      doing(jobs)(checkpoint);
      checkpoint.end();
    };
    using(two, all);
    expect(using(two, ({ doneBefore }) => doneBefore)).toBe(jobs);
    using(two, (checkpoint) => {
      for (let job = 0; job < jobs; job++) checkpoint.storeOf('t', 0).write({ job, tokens: 1 });
    });
    expect(using(two, ({ doneBefore }) => doneBefore)).toBe(2 * jobs);
    using(two, (checkpoint) => checkpoint.end());
    expect(using(two, ({ doneBefore }) => doneBefore)).toBe(0);
  });

  test('tells of jobs that were begun and whose end nobody wrote down, and of no others', () => {
    const path = file();
    using(optionsAt(path), (checkpoint) => {
      const store = checkpoint.storeOf('s', 0);
      doing(2)(checkpoint);
      for (const job of [2, 3, 4]) store.begun(job);
      store.failed(3);
    });
    using(optionsAt(path), (checkpoint) => {
      const store = checkpoint.storeOf('s', 0);
      for (const job of [2, 3, 4, 5]) store.begun(job);
      expect(checkpoint.notes()).toEqual([expect.stringMatching(/^s: .*: 2 of 6 jobs were done, .*; 2 that were under way/)]);
    });
  });

  test('is one process’s at a time; one that was killed has lost it', () => {
    const path = file();
    using(optionsAt(path), doing(1));
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    writeFileSync(`${path}.lock`, String(process.ppid));
    expect(messageOf(() => openCheckpoint(optionsAt(path)))).toContain(`process ${process.ppid} works with it`);
    writeFileSync(`${path}.lock`, String(gone));
    expect(using(optionsAt(path), ({ doneBefore }) => doneBefore)).toBe(1);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test('on a disk that is full it says so, and keeps what was done', () => {
    const path = file();
    let room = 8;
    const write: CheckpointOptions['write'] = (file, bytes, from, at) => {
      room -= 1;
      if (room < 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      // Of the last line a part still has room.
      return writeSync(file, bytes, from, room === 0 ? 3 : bytes.length - from, at);
    };
    const message = messageOf(() => using(optionsAt(path, { write }), doing(jobs)));
    expect(message).toBe(`${path} cannot be written: the disk is full. What was done is in it: the same command goes on from there`);
    expect(existsSync(`${path}.lock`)).toBe(false);
    const kept = readFileSync(path, 'utf8').match(/"is":"done".*\n/g)?.length ?? 0;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(jobs);
    using(optionsAt(path), (checkpoint) => {
      expect(checkpoint.doneBefore).toBe(kept);
      expect(checkpoint.storeOf('s', 0).text()).toBe(results(kept));
    });
  });

  test('goes into no folder and no file that cannot be written', () => {
    const folder = folderWith();
    expect(messageOf(() => openCheckpoint(optionsAt(join(folder, 'none', 'c'))))).toContain('the folder does not exist');
    mkdirSync(join(folder, 'c'));
    expect(messageOf(() => openCheckpoint(optionsAt(join(folder, 'c'))))).toContain('it is no file');
    expect(existsSync(join(folder, 'c.lock'))).toBe(false);
    mkdirSync(join(folder, 'shut'));
    chmodSync(join(folder, 'shut'), 0o500);
    // Root may write everywhere.
    if (process.getuid?.() !== 0) expect(messageOf(() => openCheckpoint(optionsAt(join(folder, 'shut', 'c'))))).toContain('no permission');
  });
});

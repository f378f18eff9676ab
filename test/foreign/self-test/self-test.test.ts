import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { cells } from '../../../harness/foreign/self-test/cells.ts';
import { compareFetches, sentenceOf } from '../../../harness/foreign/self-test/compare-fetches.ts';
import type { Difference } from '../../../harness/foreign/self-test/differences.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';

/** As if this Node's own fetch had changed. */
async function changed(how: string): Promise<readonly Difference[]> {
  const script = packagePath('test', 'foreign', 'self-test', 'fixtures', 'changed.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, how], { timeout: 100_000 });
  return JSON.parse(stdout) as readonly Difference[];
}

describe('a few calls with both fetches', () => {
  test('are the same on this Node, and tried once a process', async () => {
    const first = compareFetches(undefined);
    expect(await first).toEqual([]);
    expect(compareFetches(undefined)).toBe(first);
  });

  test('show another header in every call', async () => {
    const found = await changed('header');
    expect(found.map(({ cell }) => cell)).toEqual(cells.map(({ name }) => name));
    expect(new Set(found.map(({ what }) => what))).toEqual(new Set(['seen.0.headers.x-later: nothing against "yes"']));
  });

  test('show another error where it is raised', async () => {
    const what = 'error.cause.message: "read ECONNRESET" against "gone"';
    expect(await changed('error')).toEqual([{ cell: 'reset', what }]);
  });

  test('show a longer wait', async () => {
    // Undici's own limit comes up to a second late.
    const what = expect.stringMatching(/^endedAt: 300000 against 36[01]\d{3}$/);
    expect(await changed('patience')).toEqual([{ cell: 'hang', what }]);
  });
});

test('a difference is told in one sentence, with what to do', () => {
  const differences = [
    { cell: 'reset', what: 'error.message: "a" against "b"' },
    { cell: 'hang', what: 'endedAt: 1 against 2' },
  ];
  const node = `Node ${process.versions.node}`;
  expect(sentenceOf(differences)).toEqual([
    `The fetch of code differs from that of ${node} (reset: error.message: "a" against "b"; hang: endedAt: 1 against 2), ours first; --fidelity takes Node's own`,
  ]);
  expect(sentenceOf([])).toEqual([]);
});

import { afterEach, expect, test, vi } from 'vitest';
import { fail } from '../../harness/cli/exit.ts';
import { CodedError } from '../../sim/kernel/errors.ts';
import { packageVersion } from '../../sim/kernel/package-root.ts';
import { InputError } from '../../sim/kernel/problem.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function failing(error: unknown, debug: boolean) {
  let stderr = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    stderr += text;
    return true;
  });
  return { code: fail(error, debug), stderr: () => stderr };
}

test('wrong input: every problem on its line, exit 2, no stack', () => {
  const { code, stderr } = failing(
    new InputError([{ file: 'a.yaml', line: 3, column: 7, key: 'seed', message: 'no' }, { message: 'nor this' }]),
    false,
  );
  expect({ code, stderr: stderr() }).toEqual({ code: 2, stderr: 'a.yaml:3:7 seed: no\nnor this\n' });
});

test('a fault of the program: exit 1, one line and how to report it', () => {
  const { code, stderr } = failing(new CodedError('identity', 'offered 10 ≠ started 9 + dropped 0'), false);
  expect(code).toBe(1);
  const [first, second] = stderr().split('\n');
  expect(first).toBe(`at-capacity ${packageVersion()}: internal error (identity): offered 10 ≠ started 9 + dropped 0`);
  expect(second).toMatch(/Please report it .*--debug/);
  expect(stderr()).not.toMatch(/^ +at /m);
});

test('--debug shows where it comes from', () => {
  expect(failing(new Error('broken'), true).stderr()).toMatch(/internal error: broken\n[\s\S]*^ +at /m);
});

test('what is thrown need not be an error', () => {
  expect(failing('text', false)).toMatchObject({ code: 1 });
});

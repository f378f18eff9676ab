import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packagePath } from '../../../sim/kernel/package-root.ts';

/** A Node 22 or newer that this machine has beside its own; nothing here downloads one. */
const newerNode = process.env.NEWER_NODE;
const found = newerNode !== undefined && existsSync(newerNode);

const none =
  'No Node 22 or newer was found for the clients that need one: set NEWER_NODE to its path, run the tests with it, or leave it to .ci/run.';

test('there is a newer Node, or CI is not set', () => {
  expect(process.env.CI === undefined || found, none).toBe(true);
});

// That Node runs the folder's files itself; on this one they are not among the tests (vitest.config.ts).
test.skipIf(!found)('clients that need a newer Node behave under one as their tables say', { timeout: 600_000 }, async () => {
  const { code, stdout, stderr } = await newerVitest(newerNode ?? '');
  expect(stdout, stderr).toMatch(/^\s*\{/);
  const { numPassedTests, numTotalTests, testResults } = JSON.parse(stdout) as Report;
  const failures = testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message === '' ? [] : [`${name}: ${message}`]),
    ...assertionResults.flatMap(({ fullName, failureMessages }) => failureMessages.map((text) => `${fullName}: ${text}`)),
  ]);
  expect(failures).toEqual([]);
  expect([code, numPassedTests]).toEqual([0, numTotalTests]);
  expect(numTotalTests).toBeGreaterThan(0);
});

interface Report {
  readonly numPassedTests: number;
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly failureMessages: readonly string[] }[];
  }[];
}

function newerVitest(node: string): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const vitest = packagePath('node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', join('test', 'server', 'clients', 'newer'), '--reporter=json'];
  return new Promise((resolve) => {
    const child = execFile(node, args, { cwd: packagePath(), env: surroundings(), maxBuffer: 2 ** 28 }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

/** Without what this vitest told its worker. */
function surroundings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|VITE_|NODE_OPTIONS$|TEST$)/.test(name)));
}

import { pathToFileURL } from 'node:url';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { createHost } from '../host/host.ts';
import type { Difference } from './differences.ts';

let compared: Promise<readonly string[]> | undefined;

/**
 * Whether this Node's own fetch does what ours does, by a few calls in a process beside this one: a sentence where it does not. Once in
 * the life of this process, unless it is interrupted.
 */
export function compareFetches(signal: AbortSignal | undefined): Promise<readonly string[]> {
  compared ??= compareNow(signal);
  return compared;
}

async function compareNow(signal: AbortSignal | undefined): Promise<readonly string[]> {
  const host = createHost();
  // A thread cannot start from TypeScript on every supported Node.
  const entry = pathToFileURL(packagePath('dist', 'harness', 'foreign', 'self-test', 'self-test.js')).href;
  try {
    const outcome = await host.run({ entry, data: null, name: 'self-test' }, signal === undefined ? {} : { signal });
    if (signal?.aborted === true) {
      compared = undefined;
      return [];
    }
    return 'failed' in outcome ? [untried(outcome.failed.message)] : sentenceOf(outcome.result as readonly Difference[]);
  } finally {
    await host.close();
  }
}

const node = `Node ${process.versions.node}`;

function untried(message: string): string {
  return `Whether the fetch of code is as that of ${node} could not be tried (${message}); --fidelity takes Node's own`;
}

export function sentenceOf(differences: readonly Difference[]): readonly string[] {
  if (differences.length === 0) return [];
  const all = differences.map(({ cell, what }) => `${cell}: ${what}`).join('; ');
  return [`The fetch of code differs from that of ${node} (${all}), ours first; --fidelity takes Node's own`];
}

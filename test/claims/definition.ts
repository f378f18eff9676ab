import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { packagePath } from '../../sim/kernel/package-root.ts';
import type { Claim } from './claim.ts';
import { words } from './words.ts';

/** The scenario files of a claim's commands, as paths in the repository: examples and ready days. */
export function scenarioFiles({ runs }: Claim): readonly string[] {
  const named = Object.values(runs).flatMap(({ command, brief }) => [command, brief ?? command].flatMap(words));
  const paths = named.map((word) => (word.includes('/') ? word : `sim/presets/${word}.yaml`));
  return [...new Set(paths)].filter((path) => path.endsWith('.yaml') && existsSync(packagePath(...path.split('/')))).sort();
}

/** Changes when the claim's file or one of its scenario files does: figures that were found before are then stale. */
export function definitionHash(file: string, claim: Claim): string {
  const hash = createHash('sha256');
  for (const path of [`test/claims/${file}.ts`, ...scenarioFiles(claim)]) {
    hash.update(`${path}\n${readFileSync(packagePath(...path.split('/')), 'utf8')}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = fileURLToPath(new URL('../../../docs/strategies.md', import.meta.url));

/** The `ts` blocks of docs/strategies.md by the file that each names. */
export function blocks(): ReadonlyMap<string, string> {
  const found = [...readFileSync(path, 'utf8').matchAll(/^```ts file=(\S+)\n([\s\S]*?)^```$/gm)];
  return new Map(found.map(([, file = '', code = '']) => [file, code]));
}

/** Code lines of a block, blank ones and imports included. */
export function linesOf(code: string): number {
  return code.trimEnd().split('\n').length;
}

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const folder = fileURLToPath(new URL('../golden/formats/', import.meta.url));

/** Compares with the file of this name in `test/golden/formats`; `UPDATE_GOLDEN=1` writes it instead. */
export function expectGolden(name: string, actual: string): void {
  const path = `${folder}${name}`;
  if (process.env.UPDATE_GOLDEN === '1') {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, actual);
  }
  if (!existsSync(path)) throw new Error(`${path} does not exist; UPDATE_GOLDEN=1 writes it`);
  expect(actual).toBe(readFileSync(path, 'utf8'));
}

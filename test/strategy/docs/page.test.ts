import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { generatedParts, registeredNames } from './reference.ts';

const path = fileURLToPath(new URL('../../../docs/strategies.md', import.meta.url));

/** Everything between the markers of one part. */
const part = (name: string) => new RegExp(`(<!-- from the registry: ${name} -->\n\n)([\\s\\S]*?)(\n\n<!-- end -->)`);

if (process.env.UPDATE_GOLDEN === '1') {
  let text = readFileSync(path, 'utf8');
  for (const [name, expected] of generatedParts()) text = text.replace(part(name), (_, start, __, end) => `${start}${expected}${end}`);
  writeFileSync(path, text);
}
const page = readFileSync(path, 'utf8');

describe('docs/strategies.md', () => {
  test.each([...generatedParts()])('says of %s what the registry says; UPDATE_GOLDEN=1 writes it', (name, expected) => {
    expect(part(name).exec(page)?.[2]).toBe(expected);
  });

  test('every registered name has a heading, and no heading names what is not registered', () => {
    const headings = [...page.matchAll(/^### `(.+)`$/gm)].map(([, name]) => name);
    expect(new Set(headings)).toEqual(registeredNames());
  });

  test('no part is left out', () => {
    const marked = [...page.matchAll(/<!-- from the registry: (.+) -->/g)].map(([, name]) => name);
    expect(new Set(marked)).toEqual(new Set(generatedParts().keys()));
  });
});

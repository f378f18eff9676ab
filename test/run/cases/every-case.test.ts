import { describe, expect, test } from 'vitest';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { readTree } from '../../architecture/source-tree.ts';

/** Those that the program as it is can be held to; the others wait for parts that are not built. */
const held = ['A1 A2 A3 A4 A6 A7 A8 A9 A10 A11 A12 A13', 'B1 B2 B4 B5 B8 B9 B10 B11', 'C1 C4 C7 C8', 'D2 D4 D5 D11 D12 D15 D16 D18']
  .join(' ')
  .split(' ');

/** Those that are held to over sockets too. */
const live = 'A1 A2 A4 A6 A11 A12 B1 B2 C8 D9 D10 D16'.split(' ');

/** Ids that begin the title of a test, or the row of a table of tests. */
function titlesIn(...folders: string[]): ReadonlySet<string | undefined> {
  const texts = [...readTree(packagePath(), folders, ['.test.ts']).values()];
  return new Set(texts.flatMap((text) => [...text.matchAll(/['`]([A-D]\d+): /g)].map(([, id]) => id)));
}

const titled = titlesIn('test/run/cases', 'test/server/cases');
const titledLive = titlesIn('test/live');

describe('cases from the field', () => {
  test.each(held)('%s has a test of its name', (id) => expect(titled).toContain(id));

  test.each(live)('%s has a test of its name over sockets', (id) => expect(titledLive).toContain(id));

  test('one that has none is found', () => expect(titled).not.toContain('B3'));
});

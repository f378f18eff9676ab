import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { commandNames } from '../../harness/cli/commands.ts';
import { families } from '../../harness/cli/families.ts';
import { presetNames } from '../../harness/scenario/source.ts';
import { readTree } from './source-tree.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const docs = [...readTree(root, ['docs'], ['.md']).values(), readFileSync(join(root, 'README.md'), 'utf8')];
const registries = [...readTree(root, ['sim', 'harness', 'reports'], ['registry.ts']).keys()];

/** Everything that stands in the docs as code of its own: `` `name` ``. */
const spans = new Set(docs.flatMap((text) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span ?? '')));

/** Names in the literal maps that a registry exports. */
async function namesIn(registry: string): Promise<readonly string[]> {
  const exported = (await import(pathToFileURL(join(root, registry)).href)) as Record<string, unknown>;
  const maps = Object.values(exported).filter(isMapOfEntries);
  return [...new Set(maps.flatMap((map) => Object.keys(map)))];
}

/** A literal map of plug-ins: what a schema, a function or a list is not. */
function isMapOfEntries(value: unknown): value is Record<string, object> {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype || '_zod' in value) return false;
  return Object.values(value).every((entry) => typeof entry === 'object' && entry !== null && !Array.isArray(entry));
}

describe('every registered name stands in the docs', () => {
  test.each(registries)('%s', async (registry) => {
    const names = await namesIn(registry);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !spans.has(name))).toEqual([]);
  });

  test('commands', () => {
    expect(commandNames.filter((name) => ![...spans].some((span) => new RegExp(`^(?:at-capacity )?${name}\\b`).test(span)))).toEqual([]);
  });

  test('ready scenarios', () => expect(presetNames().filter((name) => !spans.has(name))).toEqual([]));

  test('a name that nobody wrote down is found', () => expect(spans.has('no-such-plug-in')).toBe(false));
});

describe('every registered name is listed', () => {
  test.each(registries)('%s', async (registry) => {
    const listed = new Set((await Promise.all(families.map(({ items }) => items()))).flat().map(({ name }) => name));
    expect((await namesIn(registry)).filter((name) => !listed.has(name))).toEqual([]);
  });
});

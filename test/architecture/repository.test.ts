import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readTree } from './source-tree.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('top level', () => {
  test.each(['sim', 'harness', 'reports', 'test', 'package.json', 'tsconfig.json'])('%s is there', (name) => {
    expect(existsSync(join(root, name))).toBe(true);
  });
  test.each(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'LICENSE', 'docs', 'examples'])('%s is there', (name) => {
    expect(existsSync(join(root, name))).toBe(true);
  });
  test('what is not released stands on top of the changelog', () => {
    expect(read('CHANGELOG.md').match(/^## .*/m)?.[0]).toBe('## Unreleased');
  });
});

describe('package.json and its lock', () => {
  const manifest = JSON.parse(read('package.json')) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
  const lock = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { resolved?: string; integrity?: string; link?: true }>;
  };
  const pinned = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });

  test.each(pinned)('%s %s is an exact version', (_, version) => expect(version).toMatch(/^\d+\.\d+\.\d+$/));
  test('node itself is no dependency: it would take over every script', () => {
    expect(pinned.map(([name]) => name)).not.toContain('node');
    expect(Object.keys(lock.packages)).not.toContain('node_modules/node');
  });
  test('the lock names no place to download from, and has a checksum for every package', () => {
    const entries = Object.entries(lock.packages).filter(([path]) => path !== '');
    expect(entries.length).toBeGreaterThan(pinned.length);
    expect(entries.filter(([, entry]) => entry.resolved !== undefined)).toEqual([]);
    expect(entries.filter(([, entry]) => entry.integrity === undefined)).toEqual([]);
  });
});

describe('nothing names the place where it was written, or a registry', () => {
  // In two halves, so that this file does not hold what it looks for.
  const names = [
    ['/wo', 'rk/'],
    ['shared', '/DESIGN'],
    ['registry', '.npmjs'],
    ['registry', '.yarnpkg'],
    ['npm', 'mirror'],
    ['verd', 'accio'],
    ['arti', 'factory'],
    ['nex', 'us/repository'],
  ].map((halves) => halves.join(''));
  const files = readTree(root, ['.'], ['']);

  test.each(names)('%s', (name) => {
    expect([...files].filter(([, text]) => text.includes(name)).map(([path]) => path)).toEqual([]);
  });
});

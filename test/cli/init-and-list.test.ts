import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { families } from '../../harness/cli/families.ts';
import { atCapacity, folderWith } from './at-capacity.ts';

describe('init', () => {
  test('writes the built-in day, with three lines to change first', async () => {
    const cwd = folderWith();
    expect(await atCapacity(['init'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(join(cwd, 'at-capacity.yaml'), 'utf8').match(/◀ \d/g)).toEqual(['◀ 1', '◀ 2', '◀ 3']);
    const resolved = async (file: string) => parse((await atCapacity(['validate', file, '--resolved'], { cwd })).stdout);
    expect(await resolved('at-capacity.yaml')).toEqual({ ...(await resolved('peak-day')), name: 'my-day' });
  });

  test('never overwrites', async () => {
    const cwd = folderWith({ 'at-capacity.yaml': 'mine' });
    const { code, stderr } = await atCapacity(['init'], { cwd });
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'at-capacity.yaml exists and is left as it is; write another file with --out\n' });
    expect(readFileSync(join(cwd, 'at-capacity.yaml'), 'utf8')).toBe('mine');
  });

  test('--out names the file, in its text too', async () => {
    const cwd = folderWith();
    expect((await atCapacity(['init', '--out', 'night.yaml'], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, 'night.yaml'), 'utf8')).toContain('at-capacity run night.yaml');
    const nowhere = await atCapacity(['init', '--out', 'no/such/folder.yaml'], { cwd });
    expect(nowhere).toMatchObject({ code: 2, stderr: 'no/such/folder.yaml cannot be written: the folder does not exist\n' });
  });
});

describe('list', () => {
  test('names every family and everything in it', async () => {
    const { code, stdout } = await atCapacity(['list']);
    expect(code).toBe(0);
    for (const { name, items } of families) {
      expect(stdout).toMatch(new RegExp(`^${name} `, 'm'));
      for (const item of await items()) expect(stdout.replace(/\s+/g, ' ')).toContain(item.name);
    }
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test.each(families.map(({ name }) => name))('%s: each entry with its summary, and every example can be read', async (name) => {
    const items = (await families.find((family) => family.name === name)?.items()) ?? [];
    expect(items.length).toBeGreaterThan(0);
    const { stdout } = await atCapacity(['list', name]);
    for (const item of items) {
      expect(stdout).toMatch(new RegExp(`^${item.name.replace('.', '\\.')}\\b`, 'm'));
      expect(item.summary).not.toBe('');
      if (item.example !== undefined) expect(() => parse(item.example ?? '')).not.toThrow();
    }
  });

  test('one entry: formula, options with defaults, an example; the family may be left out', async () => {
    const { stdout } = await atCapacity(['list', 'retry', 'exponential']);
    for (const part of ['factor^(k−1)', '\nOptions\n', '  base', '(required)', '\nExample\n  retry: { exponential: {'])
      expect(stdout).toContain(part);
    expect((await atCapacity(['list', 'exponential'])).stdout).toBe(stdout);
  });
});

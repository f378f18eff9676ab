import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { atCapacity, folderWith, small } from './at-capacity.ts';

describe('validate', () => {
  test('every file is looked at, sound ones are named, all problems come at once', async () => {
    const cwd = folderWith({
      'one.yaml': small,
      'two.yaml': small.replace('7/s', '7').replace('limit: 5', 'limit: five'),
      'three.yaml': small.replace('limit: 5', 'limt: 5'),
    });
    const { code, stdout, stderr } = await atCapacity(['validate', 'two.yaml', 'one.yaml', 'three.yaml'], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: 'one.yaml: ok, 3 strategies, 2 replications\n' });
    const places = stderr
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    expect(places).toEqual(['two.yaml:5:42', 'two.yaml:9:29', 'three.yaml:9:22']);
  });

  test('--resolved writes every default, and what it writes is the same scenario', async () => {
    const cwd = folderWith({ 'small.yaml': small });
    const first = await atCapacity(['validate', 'small.yaml', '--resolved'], { cwd });
    expect(parse(first.stdout)).toMatchObject({ seed: 1, provider: { network: { rtt: '20ms' } }, recommend: { maxAmplification: 1.5 } });
    expect(first.stdout).toMatch(/^# About \d+ own requests/);
    writeFileSync(join(cwd, 'again.yaml'), first.stdout);
    expect((await atCapacity(['validate', 'again.yaml', '--resolved'], { cwd })).stdout).toBe(first.stdout);
  });
});

describe('explain', () => {
  test('tells the life of a request, the same every time', async () => {
    const cwd = folderWith({ 'small.yaml': small });
    const args = ['explain', 'small.yaml', '--request', '20', '--strategy', 'backoff', '--replication', '1', '--seed', '4'];
    const first = await atCapacity(args, { cwd });
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^request 20 under backoff, replication 1.*\n {5}\+0\.000 s {2}arrives/);
    expect(await atCapacity(args, { cwd })).toEqual(first);
  });

  test('without a strategy it names those of the file', async () => {
    const cwd = folderWith({ 'small.yaml': small });
    const { code, stderr } = await atCapacity(['explain', 'small.yaml', '--request', '2'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('--strategy expected the name of a strategy, found nothing; known: naive, backoff, limited\n');
  });

  test('a request that never came', async () => {
    const cwd = folderWith({ 'small.yaml': small });
    const { code, stderr } = await atCapacity(['explain', 'small.yaml', '--request', '99999', '--strategy', 'naive'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/--request.*found 99999/);
  });
});

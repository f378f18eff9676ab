import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { generate, generated } from '../../harness/scenario/generate.ts';
import { scenarioSchema } from '../../harness/scenario/schema.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { nodesOf } from './nodes-of.ts';

// UPDATE_GENERATED=1 writes the files, as `node dist/harness/scenario/generate.js` does.
if (process.env.UPDATE_GENERATED === '1') generate();

describe('what is generated from the schema is what lies there', () => {
  test.each([...generated()])('%s', (path, text) => {
    expect(readFileSync(packagePath(...path.split('/')), 'utf8')).toBe(text);
  });
});

describe('the page', () => {
  const page = generated().get('docs/scenario.md') ?? '';

  test('has a row for every key', () => {
    const keys = new Set([...nodesOf(scenarioSchema).keys()].flatMap((path) => /\.([A-Za-z][\w-]*)$/.exec(path)?.[1] ?? []));
    expect(keys.size).toBeGreaterThan(150);
    expect([...keys].filter((key) => !['NAME', 'KEY'].includes(key) && !page.includes(`| \`${key}\` |`))).toEqual([]);
  });

  test('every link within it leads to a heading', () => {
    const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      (title ?? '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    );
    const links = [...page.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor]) => anchor ?? '');
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter((link) => !headings.includes(link))).toEqual([]);
    expect(new Set(headings).size).toBe(headings.length);
  });

  test('every row of a table has five cells', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('|'));
    expect(rows.filter((row) => row.replaceAll('\\|', '').split('|').length !== 7)).toEqual([]);
  });
});

describe('the JSON Schema', () => {
  const schema = JSON.parse(generated().get('scenario.schema.json') ?? '{}') as Record<string, unknown>;

  test('describes a map that takes x- keys and no unknown ones', () => {
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false, patternProperties: { '^x-': {} } });
    expect(Object.keys(schema.properties as object)).toEqual(
      expect.arrayContaining(['name', 'provider', 'providers', 'workload', 'strategies', 'sweep']),
    );
  });

  const files = ['examples', 'sim/presets'].flatMap((folder) =>
    readdirSync(packagePath(...folder.split('/')))
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => packagePath(...folder.split('/'), file)),
  );
  const validator = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);

  test.each(files)('takes %s', (file) => {
    expect(validator.safeParse(parse(readFileSync(file, 'utf8'), { merge: true })).error?.issues).toBeUndefined();
  });

  test.each([
    ['a misspelt key', { repliactions: 5 }],
    ['a duration without a unit', { time: { length: '24' } }],
    ['a text for a number', { recommend: { balance: 'none' } }],
    ['a negative count', { seed: -1 }],
    ['an unknown preset', { strategies: [{ preset: 'hamer' }] }],
  ])('refuses %s', (_what, change) => {
    const good = {
      provider: { models: { big: { slots: 8 } } },
      workload: { arrivals: { poisson: { rate: '7/s' } } },
      strategies: [{ name: 'a' }],
    };
    expect(validator.safeParse(good).success).toBe(true);
    expect(validator.safeParse({ ...good, ...change }).success).toBe(false);
  });

  test('says how durations, rates and counts are written', () => {
    const text = JSON.stringify(schema);
    expect(text).toContain('(ms|s|m|h)');
    expect(text).toContain('/(s|m|h)');
    expect(text).toContain('"pattern":"^(\\\\d+(?:\\\\.\\\\d+)?)([kM])$"');
  });
});

import { expect, test } from 'vitest';
import { generatedPart, page } from '../docs/page.ts';
import { verifies } from '../theory/verifies.ts';
import { type Day, days, groups, rowOf, summariesOf, tableOf } from './days.ts';

const path = 'docs/strategies-compared.md';
const whole = verifies || process.env.UPDATE_GOLDEN === '1';
/** What `npm test` lives through: a plain one, one of every kind of part, and a package. */
const few = ['naive', 'openai-node-6', 'backoff-throttled', 'one-fallback'];

test.each(Object.keys(days) as Day[])(
  'the table of the %s day is what these strategies do; UPDATE_GOLDEN=1 writes it, VERIFY=1 looks at all of it',
  async (day) => {
    const summaries = await summariesOf(day, whole ? undefined : few);
    expect(summaries.filter(({ failure }) => failure !== null)).toEqual([]);
    if (whole) {
      const table = tableOf(summaries);
      expect(generatedPart(path, day, table)).toBe(table);
      return;
    }
    const { text } = page(path);
    const part = text.slice(text.indexOf(`registry: ${day} -->`)).split('<!-- end -->')[0] ?? '';
    const found = summaries.map((one) => rowOf(one, part.includes(`| ${one.name} ◆ |`)));
    expect(found.filter((row) => !part.includes(row))).toEqual([]);
  },
  1_800_000,
);

test('there are 25 strategies and more, each below a comment that says its kind', () => {
  expect(groups().size).toBeGreaterThanOrEqual(25);
  expect([...groups().values()].filter((group) => group === '')).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { dialects } from '../../../sim/dialects/registry.ts';
import { matchesElided, withoutIds } from './elided.ts';
import type { Fixture } from './fixture.ts';
import { fixtures } from './fixtures.ts';
import { rows } from './rows.ts';
import { sentFor } from './sent.ts';

const label = ({ row, dialect, cause, form }: Fixture): string =>
  [row, typeof dialect === 'string' ? dialect : JSON.stringify(dialect), cause, form].filter((part) => part !== undefined).join(' ');

describe('what a server sends is what the provider is known to send', () => {
  it.each(fixtures.map((fixture) => [label(fixture), fixture] as const))('%s', async (_label, fixture) => {
    const seen = await sentFor(fixture);
    const headers = Object.fromEntries(Object.entries(seen.headers).map(([name, value]) => [name, withoutIds(value)]));
    expect({ status: seen.status, headers }).toEqual({
      status: fixture.status,
      headers: Object.fromEntries(Object.entries(fixture.headers).map(([name, value]) => [name, heard(value, headers[name])])),
    });
    const body = withoutIds(seen.body);
    const expected = withoutIds(fixture.body);
    // Said as it is where it differs, so that the difference can be seen.
    if (!matchesElided(body, expected)) expect(body).toBe(expected);
  });
});

/** The header as it came where it matches. */
function heard(expected: string, seen: string | undefined): string {
  return seen !== undefined && matchesElided(seen, withoutIds(expected)) ? seen : expected;
}

describe('rows and fixtures', () => {
  const ids = rows.map(({ id }) => id);

  it('every row has an id of its own that begins with its provider', () => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(rows.filter(({ id, provider }) => !id.startsWith(`${provider}-`))).toEqual([]);
  });

  it('every row has a fixture, every fixture a row', () => {
    const held = new Set(fixtures.map(({ row }) => row));
    expect(ids.filter((id) => !held.has(id))).toEqual([]);
    expect([...held].filter((row) => !ids.includes(row))).toEqual([]);
  });

  it('every dialect has some', () => {
    const spoken = new Set(fixtures.map(({ dialect }) => (typeof dialect === 'string' ? dialect : Object.keys(dialect)[0])));
    expect(Object.keys(dialects).filter((name) => !spoken.has(name))).toEqual([]);
  });

  it('no two fixtures are the same', () => {
    const texts = fixtures.map((fixture) => JSON.stringify(fixture));
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('what a source leaves out', () => {
  it.each([
    ['a b c', 'a … c', true],
    ['a\nc', 'a … c', false],
    ['{"a":1,"b":2}', '{"a":…,"b":2}', true],
    ['{"a":1,"b":2}', '{"a":1}', false],
    ['a.c', 'abc', false],
  ])('%j against %j: %s', (text, expected, matches) => expect(matchesElided(text, expected)).toBe(matches));

  it('ids of requests are all one', () => {
    expect(withoutIds('req_0000000000000000000000000000000a, 00000000-0000-0000-0000-00000000000a')).toBe('req_xxxx, xxxx');
  });
});

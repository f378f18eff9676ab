import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { at, compile, schema, second } from './play.ts';

/** As a name: a literal with this key looks like a promise. */
const last = 'then';

describe('what a refusal is', () => {
  it.each([
    ['capacity', { kind: 'refuse', facts: { status: 503, errorCode: 'server_is_overloaded' } }],
    ['rate_limited', { kind: 'refuse', facts: { status: 429, errorCode: 'rate_limit_exceeded' } }],
    ['quota', { kind: 'refuse', facts: { status: 429, errorCode: 'insufficient_quota' } }],
    ['auth', { kind: 'refuse', facts: { status: 401 } }],
    ['permission', { kind: 'refuse', facts: { status: 403 } }],
    ['not_found', { kind: 'refuse', facts: { status: 404, message: expect.stringContaining('`light`') } }],
    ['client_error', { kind: 'refuse', facts: { status: 400 } }],
    ['server_error', { kind: 'refuse', facts: { status: 500 } }],
    ['connection', { kind: 'lost', facts: { how: 'refused' } }],
    ['reset', { kind: 'lost', facts: { how: 'reset' } }],
    ['hang', { kind: 'hang', factor: 1 }],
    ['stream-overload', { kind: 'stream-overload', after: 0, factor: 1 }],
  ])('%s', (as, effect) => {
    expect(at(compile({ errors: { as } }), 'light', 0)).toMatchObject(effect);
    expect(at(compile({ outage: { as } }), 'light', 0)).toMatchObject(effect);
    expect(at(compile({ script: { replies: [{ refuse: as }] } }), 'light', 0)).toMatchObject(effect);
  });
});

describe('scripts', () => {
  it.each<[unknown, unknown]>([
    ['ok', undefined],
    [
      { refuse: 'rate_limited', retryAfter: '3s' },
      { kind: 'refuse', facts: { status: 429, retryAfterMs: 3000 } },
    ],
    [
      { refuse: 'quota', inStream: true },
      {
        kind: 'refuse',
        facts: { how: 'reply', status: 429, errorCode: 'insufficient_quota' },
        inStream: { facts: { how: 'stream', status: 200, errorCode: 'insufficient_quota', complete: false } },
      },
    ],
    [
      { status: 503, headers: { 'Retry-After': '7' }, body: { error: { type: 'busy', code: 'no_capacity', message: 'later' } } },
      {
        kind: 'refuse',
        facts: { how: 'reply', status: 503, retryAfterMs: 7000, errorType: 'busy', errorCode: 'no_capacity', message: 'later' },
      },
    ],
    [
      { status: 502, body: '<html>' },
      { kind: 'refuse', facts: { status: 502, parsed: false } },
    ],
    [{ cut: 40 }, { kind: 'cut', after: 40, factor: 1 }],
    [{ stall: '30s' }, { kind: 'stall', ms: 30_000, after: 0, factor: 1 }],
    [
      { stall: '30s', after: 3 },
      { kind: 'stall', ms: 30_000, after: 3, factor: 1 },
    ],
    [{ malformed: 0 }, { kind: 'malformed', after: 0, factor: 1 }],
    [{ reset: 2 }, { kind: 'reset', after: 2, factor: 1 }],
    [{ empty: true }, { kind: 'empty', factor: 1 }],
    [{ slow: 3 }, { kind: 'slow', factor: 3 }],
  ])('%j', (reply, effect) => {
    const found = at(compile({ script: { replies: [reply] } }), 'light', 0);
    if (effect === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(effect as object);
  });

  const list = { replies: [{ cut: 1 }, 'ok', { cut: 3 }], [last]: { empty: true } };

  it('per request: every request sees the list from its start', () => {
    const faults = compile({ script: list });
    const seen = [0, 1, 2, 3, 9].map((n) => at(faults, 'light', 0, n)?.kind);
    expect(seen).toEqual(['cut', undefined, 'cut', 'empty', 'empty']);
    expect(at(faults, 'light', 0, 0, 99)?.kind).toBe('cut');
  });

  it('per arrival: all attempts of all its models go through one list, from when it is on', () => {
    const faults = compile({ script: { ...list, per: 'arrival', models: ['light', 'mini'], from: '10s' } });
    const names = ['light', 'mini', 'flagship', 'light', 'mini', 'light'];
    expect(at(faults, 'light', 0)).toBeUndefined();
    expect(names.map((name) => at(faults, name, 10 * second)?.kind)).toEqual(['cut', undefined, undefined, 'cut', 'empty', 'empty']);
  });

  it.each([
    [{}, '0.script.replies.0', /expected one reply of: refuse, status.*found none/],
    [{ cut: 1, slow: 2 }, '0.script.replies.0', /expected exactly one reply, found 2: cut, slow/],
    [{ cut: 1, after: 2 }, '0.script.replies.0.after', /after stands beside stall only/],
    [{ status: 99 }, '0.script.replies.0.status', /at least 200/],
    [{ cut: 1, inStream: true }, '0.script.replies.0.inStream', /inStream stands beside refuse only/],
    [{ refuse: 'reset', inStream: true }, '0.script.replies.0.inStream', /reset is no error that a stream could hold/],
    [{ refuse: 'hang', headers: {} }, '0.script.replies.0.headers', /headers stands beside status only/],
  ])('%j is refused', (reply, path, message) => {
    const issues = schema.safeParse([{ script: { replies: [reply] } }]).error?.issues ?? [];
    expect(issues.flatMap((issue) => leaves(issue, []))).toContainEqual([path, expect.stringMatching(message)]);
  });
});

/** Path and message of every issue, those inside unions too. */
function leaves(issue: z.core.$ZodIssue, above: readonly PropertyKey[]): (readonly [string, string])[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'invalid_union') return issue.errors.flat().flatMap((inner) => leaves(inner, path));
  return [[path.join('.'), issue.message]];
}

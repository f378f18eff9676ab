import { expect, test } from 'vitest';
import type { Caller } from '../../../sim/dialects/caller.ts';
import { dialectOf, dialects } from '../../../sim/dialects/registry.ts';
import { readCutEverywhere } from '../cut-everywhere.ts';

const caller = dialectOf('deepseek').caller as Caller;
const optionsOf = (written: unknown) => dialects.deepseek.options.parse(written);

test('empty lines before a plain body are no part of it, whatever it is', () => {
  const answer = '\n\n\n{"choices":[{"message":{"content":"Hi"}}],"usage":{"completion_tokens":3}}';
  expect(caller.whole(200, {}, answer)).toMatchObject({ tokens: 3, facts: { complete: true, message: undefined } });
  const error = '\n\n{"error":{"message":"The server is overloaded","type":"service_unavailable_error","param":null,"code":null}}';
  expect(caller.whole(200, {}, error).facts).toMatchObject({ status: 200, errorType: 'service_unavailable_error' });
});

test('a stream of nothing but comments has begun, and is not over', () => {
  expect(readCutEverywhere(() => caller.stream({}), ': keep-alive\n\n'.repeat(3))).toMatchObject({
    over: false,
    tokens: 0,
    facts: { complete: false, message: undefined },
  });
});

test.each([
  [{}, { everyMs: 10_000, stream: ': keep-alive\n\n', plain: '\n' }],
  [{ keepAlive: '500ms' }, { everyMs: 500 }],
])('%j', (written, expected) => {
  expect(dialects.deepseek.create(optionsOf(written), undefined).api?.keepAlive).toMatchObject(expected);
});

test('none: it waits in silence', () => {
  expect(dialects.deepseek.create(optionsOf({ keepAlive: 'none' }), undefined).api?.keepAlive).toBeUndefined();
  expect(dialects.deepseek.options.safeParse({ keepAlive: '0s' }).success).toBe(false);
});

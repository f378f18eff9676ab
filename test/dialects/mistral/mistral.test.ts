import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../sim/dialects/caller.ts';
import { dialectOf } from '../../../sim/dialects/registry.ts';
import { answerHead } from '../answer-head.ts';

const dialect = dialectOf('mistral');
const caller = dialect.caller as Caller;
const [endpoint] = dialect.api?.endpoints ?? [];

describe('mistral', () => {
  test.each([
    [401, '{"detail":"Unauthorized"}', { message: 'Unauthorized', errorType: undefined }],
    [401, '{"message":"Unauthorized","request_id":"x"}', { message: 'Unauthorized' }],
    [
      429,
      '{"object":"error","message":"Rate limit exceeded","type":"rate_limited","param":null,"code":"1300","raw_status_code":429}',
      { message: 'Rate limit exceeded', errorType: 'rate_limited', errorCode: '1300' },
    ],
    [502, '<html>', { message: undefined, parsed: false }],
  ])('%i %s', (status, body, expected) => expect(caller.whole(status, {}, body).facts).toMatchObject({ status, ...expected }));

  test('an answer is no error', () => {
    const whole = endpoint?.answer(answerHead()).whole('Hi', 2, 'stop') ?? '';
    expect(caller.whole(200, {}, whole)).toMatchObject({ tokens: 2, facts: { message: undefined, afterTokens: 2 } });
    expect(JSON.parse(whole)).toMatchObject({ id: '00000000000000000000000a', usage: { completion_tokens: 2 } });
  });

  test('the usage is in the chunk that ends a stream; no request asks for it', () => {
    const [last = ''] = endpoint?.answer(answerHead()).end(2, 'stop').split('\n\n') ?? [];
    expect(JSON.parse(last.slice(6))).toMatchObject({
      choices: [{ finish_reason: 'stop' }],
      usage: { prompt_tokens: 8, completion_tokens: 2, total_tokens: 10 },
    });
    expect(JSON.parse(caller.request({ model: 'm', text: 'x', stream: true, maxTokens: undefined }).body)).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'x' }],
      stream: true,
    });
  });
});

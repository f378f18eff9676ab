import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../sim/dialects/caller.ts';
import { dialectOf } from '../../../sim/dialects/registry.ts';
import { readCutEverywhere } from '../cut-everywhere.ts';

const caller = dialectOf('openrouter').caller as Caller;

describe('openrouter: where its errors are', () => {
  test.each([
    [429, { error: { code: 429, message: 'Limit' } }, { errorCode: '429', message: 'Limit' }],
    [
      429,
      {
        error: {
          code: 429,
          message: 'x',
          metadata: { provider_error_code: 'engine_overloaded', limit_source: 'upstream_provider_shared_pool' },
        },
      },
      { errorCode: 'engine_overloaded' },
    ],
    [
      402,
      { error: { code: 402, message: 'x', metadata: { limit_source: 'openrouter_in_flight_budget' } } },
      { errorCode: 'openrouter_in_flight_budget' },
    ],
    // Once a model has begun, the status is 200 and the error in the body, or in the answer.
    [200, { error: { code: 502, message: 'Provider returned error' } }, { errorCode: '502', message: 'Provider returned error' }],
    [
      200,
      {
        choices: [{ message: { content: 'Hi' }, finish_reason: 'error', error: { code: 429, message: 'Limit' } }],
        usage: { completion_tokens: 1 },
      },
      { errorCode: '429', message: 'Limit', afterTokens: 1 },
    ],
  ])('%i %j', (status, body, expected) => {
    expect(caller.whole(status, {}, JSON.stringify(body)).facts).toMatchObject({ status, ...expected });
  });

  test('comments before and between the events of a stream are none of them', () => {
    const comment = ': OPENROUTER PROCESSING\n\n';
    const chunk = (content: string, finish: string | null) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`;
    const body = `${comment}${comment}${chunk('Hi', null)}${comment}${chunk('', 'stop')}data: [DONE]\n\n`;
    expect(readCutEverywhere(() => caller.stream({}), body)).toMatchObject({ over: true, tokens: 1, facts: { complete: true } });
  });
});

import { expect, test } from 'vitest';
import { built, chat, events, oneModel } from '../served.ts';

const ask = async (model: object, options: object, body: object) =>
  (await built(oneModel({ slots: 3, service: '1ms', ...model }, options))).inject({
    method: 'POST',
    url: '/v1/chat/completions',
    payload: chat(body),
  });

test('a long stream comes whole without a connection, too', async () => {
  const { statusCode, payload } = await ask({}, { output: 2000 }, { stream: true });
  const all = events(payload);
  // One for the role, one a token, one for the end of them, and the mark.
  expect([statusCode, all.length, all.at(-1)]).toEqual([200, 2003, '[DONE]']);
});

test.each([{ reset: 2 }, { refuse: 'connection' }, { stall: '1ms' }])(
  'what would lose a connection loses the answer: %j',
  async (reply) => {
    const faults = [{ script: { replies: [reply] } }];
    await expect(ask({}, { faults }, {})).rejects.toThrow('response destroyed before completion');
  },
);

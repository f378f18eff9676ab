import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBySchema } from '../../sim/dialects/openai/decode.ts';
import { readPlain } from '../../sim/dialects/openai/plain-chat.ts';

/** Values that are right somewhere, wrong elsewhere, and what nobody looks at. */
const odd = fc.oneof(
  fc.constantFrom(null, undefined, true, false, 0, 1, 1.5, '', 'big', 'text', [], {}),
  fc.string({ maxLength: 6 }),
  fc.jsonValue({ maxDepth: 2 }),
);
const role = fc.constantFrom('system', 'assistant', 'user', 'function', 'tool', 'developer');
const message = fc.oneof(
  { weight: 6, arbitrary: fc.record({ role, content: fc.string({ unit: 'grapheme' }) }) },
  { weight: 1, arbitrary: fc.record({ role, content: odd, name: odd, more: odd }, { requiredKeys: ['role'] }) },
  { weight: 1, arbitrary: fc.record({ role: odd, content: fc.string() }) },
  { weight: 1, arbitrary: odd },
);
const body = fc.oneof(
  fc.record(
    { model: fc.constant('big'), messages: fc.array(message, { maxLength: 4 }), stream: fc.boolean() },
    { requiredKeys: ['model', 'messages'] },
  ),
  fc.record(
    {
      model: fc.oneof(fc.string(), odd),
      messages: fc.oneof(fc.array(message, { maxLength: 4 }), odd),
      stream: fc.oneof(fc.boolean(), odd),
      temperature: odd,
      stream_options: odd,
      max_tokens: odd,
      max_completion_tokens: odd,
      n: odd,
      tools: odd,
      tool_choice: odd,
      response_format: odd,
    },
    { requiredKeys: ['model', 'messages'] },
  ),
  odd,
);

test('what is read as plain is what the schema reads, and what the schema refuses is not plain', () => {
  let plain = 0;
  fc.assert(
    fc.property(body, (one) => {
      const read = readPlain(one);
      if (read === undefined) return;
      plain += 1;
      expect(read).toEqual(readBySchema(one));
    }),
    { numRuns: 3000 },
  );
  // About one in ten is.
  expect(plain).toBeGreaterThan(150);
});

test('the requests that most clients send are plain', () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hello' },
  ];
  for (const more of [{}, { stream: true }, { temperature: 0.7, top_p: 1, user: 'somebody' }])
    expect(readPlain({ model: 'big', messages, ...more })).toBeDefined();
});

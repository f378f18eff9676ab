import { describe, expect, test } from 'vitest';
import { streamRelay, wholeRelay } from '../../harness/gateway/relay.ts';
import { chat } from '../../harness/gateway/shapes/chat.ts';
import { messages } from '../../harness/gateway/shapes/messages.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

const chunk = (content: string, more: object = {}) =>
  `data: ${JSON.stringify({ id: '1', ...more, choices: [{ delta: { content } }] })}\n\n`;
const good = [
  chunk('Grüße', { model: 'flagship', system_fingerprint: 'fp_flagship', provider: 'Acme' }),
  ': keep-alive\n\n',
  'data: [DONE]\n\n',
];
const goodExpected = [chunk('Grüße', { model: 'assistant' }), 'data: [DONE]\n\n'].join('');

const start = { type: 'message_start', message: { model: 'flagship', id: 'm' } };
const named = (event: { readonly type: string }) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

function relayed(relay: ReturnType<typeof streamRelay>, text: string, size = 7) {
  const all = bytes(text);
  for (let at = 0; at < all.length; at += size) relay.data(all.subarray(at, at + size));
  return { text: relay.rest(), usable: relay.usable, begun: relay.begun };
}

describe('a stream on its way to the caller', () => {
  test('has the model’s name as the caller knows it and nothing else of who answers, however the network cuts it', () => {
    for (let size = 1; size <= 40; size++) {
      expect(relayed(streamRelay(chat, 'assistant'), good.join(''), size)).toEqual({ text: goodExpected, usable: true, begun: true });
    }
  });

  test('Anthropic-shaped, with the events’ names', () => {
    const stop = { type: 'message_stop' };
    expect(relayed(streamRelay(messages, 'assistant'), named(start) + named(stop)).text).toBe(
      named({ type: 'message_start', message: { model: 'assistant', id: 'm' } } as typeof start) + named(stop),
    );
  });

  test.each([
    ['data: {"error":{"message":"flagship is overloaded"}}\n\n'],
    ['data: {"error":"flagship is at capacity","choices":[]}\n\n'],
    ['event: error\ndata: {"message":"flagship"}\n\n'],
    ['event: error\ndata: flagship\n\n'],
    ['event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'],
    ['data: {"object":"error","message":"flagship"}\n\n'],
  ])('an error is not passed on, and the rest can be no answer: %j', (event) => {
    expect(relayed(streamRelay(chat, 'assistant'), event + good.join(''))).toEqual({ text: goodExpected, usable: false, begun: true });
  });

  test.each([
    ['data: {"broken\n\n'],
    ['data: {"detail":"flagship is at capacity"}\n\n'],
    ['data: {"choices":[{"delta":{},"error":{"message":"flagship"}}]}\n\n'],
    ['flagship: at capacity\nid: flagship\nretry: 1\n\n'],
  ])('what is no part of an answer is not passed on: %j', (event) => {
    expect(relayed(streamRelay(chat, 'assistant'), event + good.join('')).text).toBe(goodExpected);
  });

  test('all else stays as it is written, on one line', () => {
    const event =
      'data: { "id" : 12345678901234567890, "mod\\u0065l":"flagship",\ndata: "choices":[{"delta":{"content":"\\"}\\\\"}}] ,"cost":1.10}\n\n';
    const expected =
      'data: {"id":12345678901234567890,"mod\\u0065l":"assistant","choices":[{"delta":{"content":"\\"}\\\\"}}],"cost":1.10}\n\n';
    expect(relayed(streamRelay(chat, 'assistant'), event).text).toBe(expected);
  });

  test.each([['{"choices":[{"message":{"content":"x"}}]}'], ['data: [DONE]\n\n']])(
    'without any event that can be passed on it is no answer',
    (text) => {
      const { usable, begun } = relayed(streamRelay(chat, 'assistant'), text, 4096);
      expect([usable, begun]).toEqual([false, false]);
    },
  );

  test('is kept until it is opened, then goes through piece by piece', () => {
    const relay = streamRelay(chat, 'a');
    const seen: string[] = [];
    relay.data(bytes(chunk('1')));
    relay.open((text) => seen.push(text));
    relay.data(bytes(chunk('2').slice(0, -1)));
    expect(seen).toEqual([chunk('1')]);
    relay.data(bytes('\n'));
    expect(seen).toEqual([chunk('1'), chunk('2')]);
    expect(relay.rest()).toBe('');
  });

  test('an event that the end cuts off is none', () => {
    const relay = streamRelay(chat, 'a');
    relay.data(bytes(chunk('1') + chunk('2').slice(0, -2)));
    expect(relay.rest()).toBe(chunk('1'));
  });
});

describe('a whole body', () => {
  const whole = (text: string, shape = chat) => {
    const relay = wholeRelay(shape, 'assistant');
    relay.data(bytes(text.slice(0, 10)));
    relay.data(bytes(text.slice(10)));
    return relay.usable ? relay.rest() : undefined;
  };

  test('has the caller’s name of the model and nothing else of who answers', () => {
    const body = '{"id":"x","model":"flagship","system_fingerprint":"fp_flagship","provider":"Acme","choices":[]}';
    expect(whole(body)).toBe('{"id":"x","model":"assistant","choices":[]}');
    expect(whole('{"type":"message","model":"flagship","content":[]}', messages)).toBe(
      '{"type":"message","model":"assistant","content":[]}',
    );
  });

  test('all else stays as it is written', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const rest = `"created":9007199254740993,"choices":[ 1.0, -0 ],"deep":${deep},"text":"\\u00fc{"`;
    expect(whole(`{"provider":{"a":[1]},"model":"flagship",${rest}}`)).toBe(`{"model":"assistant",${rest}}`);
    const inner = '{"message":{"model":"flagship","seed":9007199254740993},"content":[]}';
    expect(whole(inner, messages)).toBe(inner.replace('flagship', 'assistant'));
  });

  test.each([
    ['<html>flagship'],
    ['[]'],
    ['{}'],
    ['{"error":"flagship is at capacity","choices":[]}'],
    ['{"choices":[{"error":{"message":"flagship"}}]}'],
  ])('that is no answer is not passed on', (text) => {
    expect(whole(text)).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import { streamRelay, wholeRelay } from '../../harness/gateway/relay.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

const events = [
  'data: {"id":"1","model":"flagship","choices":[{"delta":{"content":"Grüße"}}]}\n\n',
  ': keep-alive\n\n',
  'event: message_start\ndata: {"type":"message_start","message":{"model":"flagship","id":"m"}}\n\n',
  'data: {"error":{"message":"flagship is overloaded"}}\n\n',
  'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
  'event: response.failed\ndata: {"type":"response.failed","response":{"model":"flagship"}}\n\n',
  'data: {"broken\n\n',
  'data: [DONE]\n\n',
];
const expected = [
  'data: {"id":"1","model":"assistant","choices":[{"delta":{"content":"Grüße"}}]}\n\n',
  'event: message_start\ndata: {"type":"message_start","message":{"model":"assistant","id":"m"}}\n\n',
  'data: [DONE]\n\n',
].join('');

describe('a stream on its way to the caller', () => {
  test('has the model’s name as the caller knows it, and no error, however the network cuts it', () => {
    const all = bytes(events.join(''));
    for (let size = 1; size <= 40; size++) {
      const relay = streamRelay('assistant');
      for (let at = 0; at < all.length; at += size) relay.data(all.subarray(at, at + size));
      expect(relay.rest()).toBe(expected);
    }
  });

  test('is kept until it is opened, then goes through piece by piece', () => {
    const relay = streamRelay('a');
    const seen: string[] = [];
    relay.data(bytes('data: {"n":1}\n\n'));
    relay.open((text) => seen.push(text));
    relay.data(bytes('data: {"n":2}\n'));
    expect(seen).toEqual(['data: {"n":1}\n\n']);
    relay.data(bytes('\n'));
    expect(seen).toEqual(['data: {"n":1}\n\n', 'data: {"n":2}\n\n']);
    expect(relay.rest()).toBe('');
  });

  test('an event that the end cuts off is none', () => {
    const relay = streamRelay('a');
    relay.data(bytes('data: {"n":1}\n\ndata: {"n":2}'));
    expect(relay.rest()).toBe('data: {"n":1}\n\n');
  });
});

test('a whole body has the caller’s name of the model', () => {
  const relay = wholeRelay('assistant');
  const body = bytes('{"id":"x","model":"flagship","choices":[]}');
  relay.data(body.subarray(0, 10));
  relay.data(body.subarray(10));
  expect(relay.rest()).toBe('{"id":"x","model":"assistant","choices":[]}');
});

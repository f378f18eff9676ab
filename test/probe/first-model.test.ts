import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { firstModel } from '../../harness/probe/first-model.ts';
import { addressOf } from './slots-server.ts';

const never = new AbortController().signal;

/** A server that answers a GET like this. */
async function listing(status: number, body: string, headers: Record<string, string> = {}) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.writeHead(status, headers).end(body);
  });
  return { url: new URL('/v1/chat/completions', await addressOf(server)), asked };
}

const headers = { authorization: 'Bearer x' };

describe('the first model that a server lists', () => {
  test('one request, with the key', async () => {
    const { url, asked } = await listing(200, JSON.stringify({ object: 'list', data: [{ id: 'one' }, { id: 'two' }] }));
    expect(await firstModel(url, headers, never)).toBe('one');
    expect(asked).toEqual(['GET /v1/models Bearer x']);
  });

  test.each([
    ['an empty list', 200, '{"data":[]}'],
    ['another shape', 200, '{"models":["one"]}'],
    ['no JSON', 200, '<html>'],
    ['null', 200, 'null'],
    ['a number for a name', 200, '{"data":[{"id":3}]}'],
    ['an error', 404, '{"data":[{"id":"one"}]}'],
  ])('none: %s', async (_, status, body) => {
    const { url } = await listing(status, body);
    expect(await firstModel(url, headers, never)).toBeUndefined();
  });

  test('none: a redirect is not followed', async () => {
    const elsewhere = await listing(200, '{"data":[{"id":"one"}]}');
    const { url } = await listing(302, '', { location: elsewhere.url.href });
    expect(await firstModel(url, headers, never)).toBeUndefined();
    expect(elsewhere.asked).toEqual([]);
  });

  test('none: nobody answers, or the caller has gone', async () => {
    const server = createServer(() => {});
    const url = new URL('/v1/chat/completions', await addressOf(server));
    expect(await firstModel(url, headers, never, 50)).toBeUndefined();
    expect(await firstModel(url, headers, AbortSignal.abort())).toBeUndefined();
  });

  test('another path has no list beside it', async () => {
    const { url, asked } = await listing(200, '{"data":[{"id":"one"}]}');
    expect(await firstModel(new URL('/v1/messages', url), headers, never)).toBeUndefined();
    expect(asked).toEqual([]);
  });
});

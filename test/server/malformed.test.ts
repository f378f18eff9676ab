import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildProvider } from '../../harness/serve/build-provider.ts';
import { dialectOf, dialects } from '../../sim/dialects/registry.ts';

const limitBytes = 100_000;
const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;

/** A path of an endpoint as a caller writes it. */
function written(path: string): string {
  return path.replace(':deployment', 'big').replace(':model', 'big').replace('*', 'big:generateContent');
}

const places = Object.keys(dialects).flatMap((name) =>
  dialectOf(name).api.endpoints.map((endpoint) => [name, `/${name}${written(endpoint.path)}`] as const),
);

/** What · the body · the headers · statuses beside that of an invalid request. */
const cases: readonly (readonly [string, string | Buffer, Readonly<Record<string, string>>, readonly number[]])[] = [
  ['no JSON', '{"model":', {}, []],
  ['nothing', '', {}, []],
  ['a list', '[]', {}, []],
  ['null', 'null', {}, []],
  ['text that is no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), {}, []],
  ['a compressed body', gzipSync('{}'), { 'content-encoding': 'gzip' }, [415]],
  ['an encoding that nobody knows', '{}', { 'content-encoding': 'x-odd' }, [415]],
  ['another type', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, [415]],
  ['too much', JSON.stringify({ model: 'big', pad: 'x'.repeat(limitBytes) }), {}, [413]],
  ['depth without end', deep, {}, []],
  ['numbers that are none', '{"model":1e999,"messages":[1e999]}', {}, [404]],
  ['a prototype', '{"__proto__":{"model":"big"},"messages":[{"role":"user","content":"x"}]}', {}, []],
];

describe('what nobody can serve is refused in the words of the dialect, and the server goes on', () => {
  let server: FastifyInstance;

  beforeAll(async () => {
    server = await buildProvider({ provider: { models: { big: { slots: 2, service: '1ms' } } } }, { bodyLimit: limitBytes });
    return () => server.close();
  });

  test.each(places)('%s %s', async (name, url) => {
    // Held to what is published by the bytes of the dialect's errors: 422 where its validation says that, else 400.
    const invalid = dialectOf(name).errors('big').facts('client_error', 'status').status;
    const seen: string[] = [];
    for (const [what, payload, headers, statuses] of cases) {
      const reply = await server.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } });
      if (![...statuses, invalid].includes(reply.statusCode)) seen.push(`${what} ${reply.statusCode}`);
      // An error that the dialect's own client reads as one.
      const { facts } = dialectOf(name).caller.whole(reply.statusCode, reply.headers as Record<string, string>, reply.body);
      expect([what, typeof facts.message, facts.afterTokens]).toEqual([what, 'string', 0]);
    }
    expect(seen).toEqual([]);
    const wrong = await server.inject({ method: 'PUT', url });
    expect(wrong.statusCode).toBe(404);
    const state = (await server.inject('/_admin/state')).json() as {
      readonly consistent: boolean;
      readonly requests: { readonly open: number };
    };
    expect([state.consistent, state.requests.open]).toEqual([true, 0]);
  });

  test('a byte order mark before a body is none of its text', async () => {
    const payload = `\uFEFF${JSON.stringify({ model: 'big', messages: [{ role: 'user', content: 'Hello' }] })}`;
    const reply = await server.inject({
      method: 'POST',
      url: '/v1/chat/completions',
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect(reply.statusCode).toBe(200);
  });

  test.each([
    ['lists of lists of lists', `${'{"type":"array","minItems":100,"items":'.repeat(10)}{}${'}'.repeat(10)}`],
    ['a constant that nests without end', `{"const":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    ['more parts than a call has arguments', `{"allOf":[${'{},'.repeat(200_000)}{}]}`],
  ])('a schema of %s is answered, soon and with less than it asks for', async (_what, schema) => {
    const big = await buildProvider({ provider: { models: { big: { slots: 2, service: '1ms' } } } });
    const reply = await big.inject({
      method: 'POST',
      url: '/v1/chat/completions',
      payload: `{"model":"big","messages":[{"role":"user","content":"x"}],"response_format":{"type":"json_schema","json_schema":{"name":"a","schema":${schema}}}}`,
      headers: { 'content-type': 'application/json' },
    });
    const { choices } = reply.json() as { readonly choices: readonly [{ readonly message: { readonly content: string } }] };
    expect(reply.statusCode).toBe(200);
    expect(() => JSON.parse(choices[0].message.content)).not.toThrow();
    expect((await big.inject('/_admin/state')).json()).toMatchObject({ consistent: true, requests: { received: 1, open: 0 } });
    await big.close();
  });

  test('a model may have a long name in a path', async () => {
    const name = `arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/${'a'.repeat(2000)}`;
    const long = await buildProvider({ provider: { dialect: 'bedrock', models: { [name]: { slots: 2, service: '1ms' } } } });
    const reply = await long.inject({
      method: 'POST',
      url: `/model/${encodeURIComponent(name)}/converse`,
      payload: { messages: [{ role: 'user', content: [{ text: 'x' }] }] },
    });
    expect(reply.statusCode).toBe(200);
    await long.close();
  });

  test('every endpoint is tried', () => expect(places.length).toBeGreaterThanOrEqual(Object.keys(dialects).length));
});

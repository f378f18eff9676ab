import { expect, test } from 'vitest';
import { exchangeMembers } from '../../harness/gateway/json-members.ts';
import { opened, upstream } from './opened.ts';

const rest = [
  '"messages":[ {"role":"user","content":"}\\"\\\\"} ]',
  '"seed":9007199254740993',
  '"temperature":1.0',
  '"cost":1E400',
  '"tools":[{"parameters":{"model":"inner","const":-12345678901234567890.50}}]',
  `"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}`,
].join(',');

test('what the gateway passes on has every digit that was written, in both directions', async () => {
  const seen: string[] = [];
  const answer = (model: string) => `{"id":12345678901234567890,"model":"${model}","choices":[{"message":{"content":"x"}}],${rest}}`;
  const url = await upstream(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    seen.push(body);
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer('flagship'));
  });
  const gateway = await opened({ provider: { models: { flagship: { slots: 1 } } } }, {}, { upstream: () => url });
  const ask = (body: string) =>
    fetch(`${gateway.url}/v1/chat/completions`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  for (const body of [`{"model":"mine",${rest}}`, `\uFEFF{ ${rest} , "mod\\u0065l" : "mine" }`]) {
    expect(await (await ask(body)).text()).toBe(answer('mine'));
    expect(seen.pop()).toBe(`{"model":"flagship",${rest}}`);
  }
});

test.each<[string, string]>([
  ['{}', '{}'],
  [' { } ', '{}'],
  ['{"a":1}', '{}'],
  ['{"b":{"a":1},"a":{"b":"}"},"c":"a"}', '{"b":{"a":1},"c":"a"}'],
  ['{"":"","a":"\\\\","b\\"":[",","}"],"a":null}', '{"":"","b\\"":[",","}"]}'],
  ['\n{\t"b" :\r\n[1 , 2]\n}\n', '{"b":[1 , 2]}'],
])('without a member, whatever surrounds it: %j', (text, expected) => {
  expect(exchangeMembers(text, (name, value) => (name === 'a' ? undefined : value))).toBe(expected);
});

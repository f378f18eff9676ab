import { describe, expect, test } from 'vitest';
import type { AnswerText, Api, Endpoint } from '../../sim/dialects/api.ts';
import type { Caller } from '../../sim/dialects/caller.ts';
import type { Dialect, ErrorTable } from '../../sim/dialects/dialect.ts';
import { dialectOf } from '../../sim/dialects/registry.ts';
import { noOptions } from '../../sim/kernel/no-options.ts';
import { define, type Plugin } from '../../sim/kernel/plugin.ts';
import { broken, rules } from './broken.ts';

const good = dialectOf('openai');
const { api, caller } = good;

const plugin = (create: () => Dialect): Plugin<unknown, Dialect, never> =>
  define<unknown, Dialect>({ name: 'bad', summary: 'bad', options: noOptions, examples: [], create });

const said = (change: (table: ErrorTable) => Partial<ErrorTable>) =>
  plugin(() => ({
    ...good,
    errors: (model) => {
      const table = good.errors(model);
      return { ...table, ...change(table) };
    },
  }));

const served = (change: Partial<Api>) => plugin(() => ({ ...good, api: { ...api, ...change } }));

const written = (change: (text: AnswerText) => Partial<AnswerText>) =>
  served({
    endpoints: api.endpoints.map((endpoint): Endpoint => {
      return {
        ...endpoint,
        answer(head) {
          const text = endpoint.answer(head);
          return { ...text, ...change(text) };
        },
      };
    }),
  });

const called = (change: Partial<Caller>) => plugin(() => ({ ...good, caller: { ...caller, ...change } }));

describe('dialects with a fault', () => {
  test('the one that they are made from has none', () =>
    expect(
      broken(
        'dialect',
        plugin(() => good),
      ),
    ).toEqual([]));

  test.each<[string, Plugin<unknown, Dialect, never>]>([
    ['another status than the facts say', said((table) => ({ reply: (...asked) => ({ ...table.reply(...asked), status: 418 }) }))],
    ['a success for an error', said((table) => ({ reply: (...asked) => ({ ...table.reply(...asked), status: 200 }) }))],
    ['facts made anew every time', said((table) => ({ facts: (...asked) => ({ ...table.facts(...asked) }) }))],
    ['a wait that is not sent', said((table) => ({ reply: (cause, form, { waitMs: _, ...rest } = {}) => table.reply(cause, form, rest) }))],
    ['a wait that changes the text', said((table) => ({ waiting: (cause, waitMs) => table.detailed(cause, 'status', { waitMs }) }))],
    ['a header that cannot be sent', served({ requestId: (id) => ({ 'x-request-id': `${id}\n` }) })],
    ['a header in capitals', served({ quotaHeaders: () => ({ 'X-RateLimit-Limit': '1' }) })],
    ['misuse that is a success', served({ misuse: () => ({ status: 200, headers: {}, body: '' }) })],
    ['a request that it cannot read itself', called({ request: (ask) => ({ ...caller.request(ask), body: '{}' }) })],
    ['a request to nobody', called({ request: (ask) => ({ ...caller.request(ask), path: '/v2/nothing' }) })],
    ['another bound than was asked for', called({ request: (ask) => caller.request({ ...ask, maxTokens: (ask.maxTokens ?? 0) + 1 }) })],
    ['a stream without its end', written(() => ({ end: () => '' }))],
    ['a token too many', written((text) => ({ begin: () => text.begin() + text.token('a') }))],
    ['a stream that is over before its end', written((text) => ({ begin: () => text.begin() + text.end(0, 'stop') }))],
    ['an error that nobody sees', written(() => ({ error: () => ': nothing\n\n' }))],
    ['a part that can be read all the same', written((text) => ({ malformed: text.token }))],
    [
      'a reader that takes every piece for whole lines',
      called({
        stream(headers) {
          const reader = caller.stream(headers);
          return {
            ...reader,
            read: (bytes) => reader.read(Buffer.concat([bytes, Buffer.from('\n')])),
            get tokens() {
              return reader.tokens;
            },
            get over() {
              return reader.over;
            },
          };
        },
      }),
    ],
  ])('%s', (_, one) => expect(broken('dialect', one)).toContain(rules.keeps));
});

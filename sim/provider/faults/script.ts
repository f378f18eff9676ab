import { z } from 'zod';
import { define } from '../../kernel/plugin.ts';
import type { FaultSpec } from '../spec.ts';
import type { Fault, FaultScope } from './fault.ts';
import { checkWindow, windowPairs, windowShape } from './options.ts';
import { modelsOf } from './reach.ts';
import { reply, replyEffect } from './reply.ts';
import { compileWindows, within } from './windows.ts';

type Options = Extract<FaultSpec, { script: unknown }>['script'];

/** The grammar's word, spelt through a name: an object literal with such a key looks like a promise to the linter. */
const last = 'then';

const example = { models: ['flaky'], from: '60s', for: '10m', per: 'request', replies: [{ refuse: 'quota' }, 'ok'], [last]: { cut: 40 } };

export const script = define<Options, Fault, FaultScope>({
  name: 'script',
  summary: 'gives attempts what a list says, one entry after the other, and `then` once the list is used up',
  formula:
    'per request: the n-th send of a request to the model meets entry n; per arrival: the n-th attempt to arrive, of whomever, meets entry n',
  options: checkWindow<Options>(
    z
      .strictObject({
        ...windowShape,
        per: z
          .enum(['request', 'arrival'])
          .default('request')
          .describe('Whether each request sees the list from its start, or all attempts share one')
          .meta({ examples: ['arrival'] }),
        replies: z
          .array(reply)
          .min(1, { error: 'expected at least one reply' })
          .describe('What happens to the first, second, third … attempt')
          .meta({ examples: [[{ refuse: 'capacity' }, 'ok']] }),
        [last]: reply
          .default('ok')
          .describe('What happens to every later attempt')
          .meta({ examples: ['ok'] }),
      })
      .describe('A list of what happens')
      .meta({ examples: [example] }),
  ),
  examples: [
    ...windowPairs(example),
    [example, { ...example, per: 'arrival' }],
    [example, { ...example, replies: ['ok', 'ok'] }],
    [example, { ...example, [last]: 'ok' }],
  ],
  create(options, scope) {
    const models = modelsOf(options, scope);
    const windows = compileWindows(options, scope);
    /** Attempts that met the list so far, of all its models. */
    let arrivals = 0;
    return {
      of(model) {
        if (!models.has(model)) return undefined;
        const errors = scope.errors(model);
        const effects = options.replies.map((one) => replyEffect(one, errors, scope.read));
        const rest = replyEffect(options[last], errors, scope.read);
        return (now, n) => {
          if (!within(windows, now)) return undefined;
          const at = options.per === 'request' ? n : arrivals++;
          return at < effects.length ? effects[at] : rest;
        };
      },
    };
  },
});

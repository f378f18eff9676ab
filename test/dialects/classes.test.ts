import { describe, expect, it } from 'vitest';
import { byShape } from '../../harness/strategy/classify/by-shape.ts';
import { type Cause, causes, type ErrorForm } from '../../sim/dialects/cause.ts';
import type { Dialect } from '../../sim/dialects/dialect.ts';
import { dialects } from '../../sim/dialects/registry.ts';
import type { Registry } from '../../sim/kernel/plugin.ts';
import { classes } from '../support/classes.ts';

/** Shapes that are another class: dialect, option or '', cause, form or 'both', class. */
const others: readonly (readonly [string, string, Cause, ErrorForm | 'both', string])[] = [
  // Ramping too fast: a lower rate helps.
  ['openai', '{"capacity":"slow-down"}', 'capacity', 'status', 'rate_limited'],
  ['openai-responses', '{"capacity":"slow-down"}', 'capacity', 'status', 'rate_limited'],
  // Nothing tells it from a limit that passes.
  ['azure', '{"tooLarge":"rate-limit"}', 'request_too_large', 'both', 'rate_limited'],
  ['anthropic', '{"tooLarge":"rate-limit"}', 'request_too_large', 'both', 'rate_limited'],
  ['gemini', '{"tooLarge":"limit"}', 'request_too_large', 'both', 'rate_limited'],
  // Without its details a limit of a day looks like any other.
  ['gemini', '{"limits":"bare"}', 'day', 'both', 'rate_limited'],
  // The provider's own timeout.
  ['anthropic', '{"serverError":"timeout"}', 'server_error', 'both', 'timeout'],
  ['bedrock', '{"serverError":"timeout"}', 'server_error', 'both', 'timeout'],
  ['openrouter', '{"serverError":"timeout"}', 'server_error', 'both', 'timeout'],
];

const classify = byShape.create({}, undefined);

const variants = Object.entries(dialects as Registry<Dialect>).flatMap(([name, plugin]) => {
  const written = new Set(['{}', ...plugin.examples.flat().map((example) => JSON.stringify(example))]);
  return [...written].map((options) => [name, options, plugin.create(plugin.options.parse(JSON.parse(options)), undefined)] as const);
});

describe('M2: every published shape of an error is its class, as a status and in a stream', () => {
  it.each(variants)('%s %s', (name, options, dialect) => {
    const table = dialect.errors('a-model');
    const seen = causes.flatMap((cause) =>
      (['status', 'stream'] as const).map((form) => [cause, form, classify(table.facts(cause, form)).class]),
    );
    const expected = causes.flatMap((cause) =>
      (['status', 'stream'] as const).map((form) => {
        const other = others.find(
          ([who, which, what, how]) =>
            who === name && (which === '' || which === options) && what === cause && (how === 'both' || how === form),
        );
        return [cause, form, other?.[4] ?? classes[cause]];
      }),
    );
    expect(seen).toEqual(expected);
  });

  it.each(others)('%s %s, %s, %s: the exception is one', (name, options) => {
    expect(variants.some(([who, which]) => who === name && (options === '' || which === options))).toBe(true);
  });

  it.each([
    'insufficient_quota',
    'credit_balance_exhausted',
    'organization_spend_limit_exceeded',
    'project_spend_limit_exceeded',
    'organization_usage_limit_exceeded',
    'usage_limit_reached',
  ])('money by the code %s is a quota in every form of a stream', (quota) => {
    for (const streamError of ['error-and-failed', 'flat', 'failed', 'exhausted', 'error'])
      for (const plugin of [dialects.openai, dialects['openai-responses']])
        expect(
          classify(plugin.create(plugin.options.parse({ quota, streamError }), undefined).errors('m').facts('quota', 'stream')).class,
        ).toBe('quota');
  });

  it.each(['overloaded', 'slow-down', 'slow-down-503', 'engine', 'bad-request'])(
    'capacity as %s is capacity in every form of a stream',
    (capacity) => {
      for (const streamError of ['error-and-failed', 'flat', 'failed', 'exhausted', 'error']) {
        const plugin = dialects['openai-responses'];
        const table = plugin.create(plugin.options.parse({ capacity, streamError }), undefined).errors('m');
        expect(classify(table.facts('capacity', 'stream')).class).toBe('capacity');
      }
    },
  );
});

import { describe, expect, test } from 'vitest';
import { byShape } from '../../../harness/strategy/classify/by-shape.ts';
import { shapeRules } from '../../../harness/strategy/classify/shape-rules.ts';
import { causes } from '../../../sim/dialects/cause.ts';
import { readError } from '../../../sim/dialects/read-error.ts';
import { dialectOf, dialects } from '../../../sim/dialects/registry.ts';
import { classes } from '../../support/classes.ts';
import { refusal } from '../facts.ts';
import { anthropicShapes } from './shapes/anthropic.ts';
import { brokenShapes } from './shapes/broken.ts';
import { azureShapes, bedrockShapes, geminiShapes } from './shapes/clouds.ts';
import { hostedShapes } from './shapes/hosted.ts';
import { openaiShapes } from './shapes/openai.ts';
import { selfHostedShapes } from './shapes/self-hosted.ts';
import type { Shape } from './shapes/shape.ts';

const classify = byShape.create({}, undefined);

const shapes: readonly (readonly [string, readonly Shape[]])[] = [
  ['OpenAI', openaiShapes],
  ['Anthropic', anthropicShapes],
  ['Azure', azureShapes],
  ['Gemini', geminiShapes],
  ['Bedrock', bedrockShapes],
  ['hosted', hostedShapes],
  ['self-hosted', selfHostedShapes],
  ['broken', brokenShapes],
];

describe.each(shapes)('%s', (_, seen) => {
  test.each(seen)('%s', (_who, facts, expected, reason) => expect(classify(facts)).toEqual({ class: expected, reason }));
});

describe.each(Object.keys(dialects))('what the simulated %s says', (name) => {
  const { errors, caller } = dialectOf(name);
  const table = errors('big');
  test.each(causes)('%s, as a status and in a stream, and read from bytes', (cause) => {
    const { status, headers, body } = table.reply(cause, 'status');
    const seen = [
      table.facts(cause, 'status'),
      table.facts(cause, 'stream'),
      table.waiting(cause, 1500),
      table.detailed(cause, 'status', { waitMs: 174, limit: 30_000, used: 18_928, requested: 11_159 }),
      caller?.whole(status, headers, typeof body === 'string' ? body : JSON.stringify(body)).facts ?? readError(status, headers, body),
    ];
    expect(seen.map((facts) => classify(facts).class)).toEqual(seen.map(() => classes[cause]));
  });
});

describe('A2: three shapes of "at capacity", and an ordinary 400', () => {
  test('the same class for the three, another for the fourth', () => {
    const sentence = 'Selected model is at capacity. Please try a different model.';
    const shapes = [
      refusal(503, { errorCode: 'server_is_overloaded' }),
      { ...refusal(200, { errorCode: 'server_is_overloaded' }), how: 'stream' as const, complete: false },
      refusal(400, { errorType: 'invalid_request_error', message: sentence }),
      refusal(400, { errorType: 'invalid_request_error', message: 'Bad request.' }),
    ];
    expect(shapes.map((facts) => classify(facts).class)).toEqual(['capacity', 'capacity', 'capacity', 'client_error']);
  });
});

describe('the table', () => {
  test('x-should-retry does not change a class', () => {
    for (const shouldRetry of [true, false]) expect(classify(refusal(400, { shouldRetry })).class).toBe('client_error');
  });

  test('every line decides at least one shape above', () => {
    const seen = shapes.flatMap(([, all]) => all.map(([, facts]) => classify(facts)));
    expect(
      shapeRules.filter(({ outcome }) => !seen.includes(outcome)).map(({ outcome, seen }) => `${outcome.class} ${outcome.reason}: ${seen}`),
    ).toEqual([]);
  });

  test('a thousand messages later the answers are the same', () => {
    const fresh = byShape.create({}, undefined);
    const limited = (i: number) => refusal(429, { message: `Rate limit reached. Please try again in ${i}ms.` });
    for (let i = 0; i < 1000; i++) expect(fresh(limited(i)).class).toBe('rate_limited');
    expect(fresh(limited(0)).class).toBe('rate_limited');
    expect(fresh(refusal(503, { message: 'Rate limit reached. Please try again in 0ms.' })).class).toBe('capacity');
  });
});

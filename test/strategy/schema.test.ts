import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { check } from '../../harness/scenario/faults.ts';
import { alternatives, definitionOf, metaOf } from '../../harness/scenario/schema-walk.ts';
import { strategySchema } from '../../harness/strategy/schema.ts';

const scenario = z.strictObject({ strategies: z.array(strategySchema) });

/** Faults of one strategy as `path: message`, as the reader of scenarios words them. */
function faults(written: unknown): string[] {
  const result = check(scenario, { strategies: [written] });
  return 'faults' in result ? result.faults.map(({ path, message }) => `${path.slice(2).join('.')}: ${message}`) : [];
}

describe('what a strategy may say', () => {
  test.each([
    { name: 'naive' },
    { name: 'x', retry: 'none' },
    { name: 'x', retry: { none: {} } },
    { name: 'x', retry: { exponential: { base: '1s', jitter: { additive: '1s' } }, attempts: 5, totalWait: '30s', when: ['capacity'] } },
    { name: 'x', over: 'openai-node-6', retry: { fixed: '2s', attempts: 3 } },
    { name: 'x', over: { retry: { list: ['1s', '2s'] } } },
    { name: 'x', limit: { fixed: 5, per: 'client', hold: 'attempt', queue: { length: 100, maxWait: '20s', order: 'fifo' } } },
    { name: 'x', limit: '1k' },
    { name: 'x', limit: { schedule: { curve: 'office-hours', low: 3, high: 8 }, queue: { length: 'unlimited' } } },
    { name: 'x', route: ['flagship', 'light'] },
    {
      name: 'x',
      route: {
        ordered: ['main/flagship', 'other/light'],
        order: 'route-first',
        floor: 'tiny',
        on: ['capacity'],
        afterFirstToken: 'restart',
      },
    },
    { name: 'x', route: { ordered: 'ladder' } },
    { name: 'x', timeout: { headers: '30s', attempt: '60s', firstToken: '10s', idle: '15s' } },
    { preset: 'hammer', timeout: { attempt: '45s' } },
    { file: './mine.yaml' },
    { name: 'x', classify: { custom: './c.ts' }, retry: { custom: './r.ts', options: { base: '1s' }, attempts: 4 } },
    { name: 'x', limit: { custom: './l.ts', hold: 'request' }, route: { custom: './w.ts', targets: ['a', 'b'], options: { x: 1 } } },
    { name: 'x', limit: { fixed: 1, queue: { order: { custom: './q.ts' } } } },
    { name: 'x', limit: { vegas: {}, per: 'target', queue: { order: { lifo: { after: '2s' } } } } },
  ])('%j', (written) => expect(faults(written)).toEqual([]));
});

describe('what it may not', () => {
  test.each<[unknown, string]>([
    [{ name: '' }, 'name: expected at least 1 character'],
    [{ name: 'x', retry: {} }, 'retry: expected one retry rule of: none, fixed, list, exponential, polly, custom; found none'],
    [{ name: 'x', retry: { fixed: '1s', list: ['1s'] } }, 'retry: expected exactly one retry rule, found 2: fixed, list'],
    [{ name: 'x', retry: { fixed: '1s', attempts: 0 } }, 'retry.attempts: expected a whole number from 1 up'],
    [{ name: 'x', retry: { fixed: '1s', options: {} } }, 'retry.options: options belongs to custom, which is not here'],
    [{ name: 'x', retry: { fixed: '1s', when: ['capcity'] } }, 'retry.when.0: expected one of capacity, rate_limited'],
    [{ name: 'x', retry: { fixed: '1s', when: ['ok'] } }, 'found "ok"'],
    [
      { name: 'x', retry: { fixed: '1s', hint: { use: 'exact', jitter: 0.1 } } },
      'retry.hint.jitter: jitter changes nothing beside use: exact',
    ],
    [{ name: 'x', retry: { fixed: '1s', hint: { use: 'ignore', max: '1s' } } }, 'retry.hint.max: max changes nothing beside use: ignore'],
    [
      { name: 'x', retry: { fixed: { delay: '1s', jitter: 'lots' } } },
      'retry.fixed.jitter: expected a jitter, one of none, decorrelated, or scale, additive with its options, found "lots"',
    ],
    [{ name: 'x', retry: 'often' }, 'retry: expected none'],
    [{ name: 'x', limit: 0 }, 'limit: expected a whole number from 1 up'],
    [
      { name: 'x', limit: { per: 'client' } },
      'limit: expected one limit of: fixed, aimd, vegas, gradient2, gradient, schedule, custom; found none',
    ],
    [
      { name: 'x', limit: { fixed: 1, queue: { order: { lifo: {}, fifo: {} } } } },
      'limit.queue.order: expected exactly one order, found 2: fifo, lifo',
    ],
    [{ name: 'x', limit: { gradient: { initial: 2 } } }, 'limit.gradient: expected min ≤ initial ≤ max, found min 3, initial 2, max 1000'],
    [{ name: 'x', route: [] }, 'route: expected at least one target'],
    [{ name: 'x', route: ['a', 'b', 'a'] }, 'route.2: target a stands in this route twice'],
    [{ name: 'x', route: { ordered: ['a'], floor: 'a' } }, 'route.floor: target a stands in this route twice'],
    [
      { name: 'x', route: { order: 'route-first' } },
      'route: expected one route of: ordered, health, weighted, least-in-flight, cooldown, by-hand, custom; found none',
    ],
    [{ name: 'x', route: { custom: './r.ts', order: 'route-first' } }, 'route.order: order belongs to a named route, which is not here'],
    [{ name: 'x', route: { ordered: ['a'], targets: ['b'] } }, 'route.targets: targets belongs to custom, which is not here'],
    [{ name: 'x', timeout: { idle: '0s' } }, 'timeout.idle: expected a duration above 0'],
    [{ name: 'x', preset: 'hamer' }, 'preset: expected one of hammer, article-backoff'],
    [{ preset: 'hammer', file: './x.yaml' }, 'file: expected preset or file, found both'],
    [{ name: 'x', code: {} }, 'code.module: expected text, found nothing'],
    [{ name: 'x', code: './x.ts', park: {} }, 'park: park says nothing beside code, which makes its own attempts'],
    [{ name: 'x', classify: 'by-luck' }, 'classify: expected one of by-shape, by-status, article, catch-all'],
    [{ name: 'x', over: { retry: { fixed: 1 } } }, 'over.retry.fixed: expected a duration'],
  ])('%j: %s', (written, expected) => {
    const found = faults(written);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(expected);
  });
});

test('every node has a description and examples, and the examples of a whole are right', () => {
  const seen = new Set<z.ZodType>();
  const missing: string[] = [];
  const visit = (schema: z.ZodType, path: string): void => {
    const { description, examples } = metaOf(schema);
    if (description === undefined || examples === undefined || examples.length === 0) missing.push(path);
    for (const one of alternatives(schema)) {
      if (seen.has(one)) continue;
      seen.add(one);
      const { shape = {}, element, items = [] } = definitionOf(one);
      for (const [key, child] of Object.entries(shape)) visit(child, `${path}.${key}`);
      for (const child of [...items, ...(element === undefined ? [] : [element])]) visit(child, `${path}[]`);
    }
  };
  visit(strategySchema, 'strategy');
  expect(missing).toEqual([]);
  for (const example of metaOf(strategySchema).examples ?? []) expect(faults(example)).toEqual([]);
});

test('editors get a JSON Schema of it, recursion included', () => {
  const schema = z.toJSONSchema(strategySchema, { io: 'input', unrepresentable: 'any' });
  expect(Object.keys(schema.properties ?? {})).toEqual([
    'name',
    'preset',
    'file',
    'code',
    'classify',
    'retry',
    'limit',
    'budget',
    'pace',
    'hedge',
    'route',
    'breaker',
    'timeout',
    'park',
    'adapt',
    'defer',
    'checkpoint',
    'submit-poll',
    'over',
  ]);
});

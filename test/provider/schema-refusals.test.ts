import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { z } from 'zod';
import { providerSchema } from '../../sim/provider/schema.ts';

/** Path and message of everything wrong. */
function faultsOf(yaml: string): (readonly [string, string])[] {
  return (providerSchema.safeParse(parse(yaml)).error?.issues ?? []).flatMap((issue) => leaves(issue, []));
}

function leaves(issue: z.core.$ZodIssue, above: readonly PropertyKey[]): (readonly [string, string])[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'invalid_union') return issue.errors.flat().flatMap((inner) => leaves(inner, path));
  return [[path.join('.'), issue.message]];
}

describe('what is refused, and where', () => {
  const model = (keys: string) => `models: { m: { slots: 1, ${keys} } }`;
  it.each([
    ['models: {}', 'models', 'expected at least one model'],
    ['models: { m: {} }', 'models.m', 'expected one of pool (a shared one) and slots (of its own), found neither'],
    [
      '{ pools: { p: { slots: 1 } }, models: { m: { pool: p, slots: 1 } } }',
      'models.m',
      'expected one of pool (a shared one) and slots (of its own), found both',
    ],
    [
      '{ pools: { p: { slots: 1 } }, models: { m: { pool: p, queue: {} } } }',
      'models.m.queue',
      'queue belongs to the pool, or beside slots',
    ],
    [
      '{ pools: { m: { slots: 1 } }, models: { m: { slots: 1 } } }',
      'models.m.slots',
      'slots make a pool called m, and there is one already; name it with pool: m, or rename one of the two',
    ],
    [model('service: 1s, firstToken: 1s'), 'models.m.firstToken', 'service stands instead of firstToken'],
    [model('service: 1s, tokensPerSecond: 9'), 'models.m.tokensPerSecond', 'service stands instead of tokensPerSecond'],
    [
      model('service: 5'),
      'models.m.service',
      'expected a duration such as 250ms, 1.5s, 10m or 24h, found 5 (the unit is missing: ms, s, m or h)',
    ],
    [model('service: {}'), 'models.m.service', 'expected exactly one of exponential, p50 with p99, hyperexponential; found none'],
    [
      model('service: { exponential: 1s, p50: 1s, p99: 2s }'),
      'models.m.service',
      'expected exactly one of exponential, p50 with p99, hyperexponential; found 2',
    ],
    [model('service: { p50: 1s }'), 'models.m.service', 'expected p50 and p99 together, found p50 alone'],
    [model('firstToken: { p99: 1s }'), 'models.m.firstToken', 'expected p50 and p99 together, found p99 alone'],
    [model('service: { p50: 2s, p99: 1s }'), 'models.m.service.p99', 'expected a p99 of at least p50'],
    [model('service: { exponential: 0s }'), 'models.m.service.exponential', 'expected a duration above 0'],
    [
      model('service: { hyperexponential: { means: [1s, 2s], shares: [0.5, 0.4] } }'),
      'models.m.service.hyperexponential.shares',
      'expected shares that are 1 together',
    ],
    [
      model('service: { hyperexponential: { means: [1s], shares: [0.5, 0.5] } }'),
      'models.m.service.hyperexponential.shares',
      'expected as many shares as means',
    ],
    [model('tokensPerSecond: 0'), 'models.m.tokensPerSecond', 'expected more than 0 tokens a second'],
    [model('capacityAs: { status: 0.5 }'), 'models.m.capacityAs', 'expected shares that are 1 together'],
    [
      model('quota: { burst: 5 }'),
      'models.m.quota',
      'expected at least one limit of: rpm, tpm, inputTpm, outputTpm, rpd, concurrent; found none',
    ],
    [model('quota: { tpm: 5k, burst: 5 }'), 'models.m.quota.burst', 'burst counts requests: it needs rpm beside it'],
    [model('quota: { rpm: 0 }'), 'models.m.quota.rpm', 'expected a whole number from 1 up (50000, 50k or 1M), found 0'],
    [
      model('otherTenants: { load: 1, hold: 5s, law: { hyperexponential: { means: [1s, 2s], shares: [0.5, 0.5] } } }'),
      'models.m.otherTenants.law',
      'expected a mixture with the mean of hold (5000 ms), found a mean of 1500 ms',
    ],
    [
      model('otherTenants: { load: 1, hold: 5s, retry: { attempts: 51, base: 1s } }'),
      'models.m.otherTenants.retry.attempts',
      'expected at most 50 tries',
    ],
    [
      '{ models: { m: { slots: 1 } }, faults: [{ outage: {}, hang: {} }] }',
      'faults.0',
      'expected exactly one fault, found 2: outage, hang',
    ],
    ['{ models: { m: { slots: 1 } }, faults: [{}] }', 'faults.0', 'expected one fault of: outage, errors, slow, hang, script; found none'],
    [
      '{ models: { m: { slots: 1 } }, faults: [{ slow: { factor: 0.5 } }] }',
      'faults.0.slow.factor',
      'expected a factor of at least 1, found 0.5',
    ],
  ])('%s', (yaml, path, message) => {
    expect(faultsOf(yaml)).toContainEqual([path, message]);
  });

  it.each([
    ['{ models: { m: { slots: 1, quota: { rpm: 1, window: leaky } } } }', 'models.m.quota.window'],
    ['{ models: { m: { slots: 1 } }, faults: [{ errors: { as: overloaded } }] }', 'faults.0.errors.as'],
  ])('%s', (yaml, path) => {
    expect(faultsOf(yaml).map(([at]) => at)).toEqual([path]);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { resolveProvider, unresolveProvider } from '../../sim/provider/resolve.ts';
import { providerSchema } from '../../sim/provider/schema.ts';
import type { ProviderSpec } from '../../sim/provider/spec.ts';

function resolve(yaml: string): ProviderSpec {
  return resolveProvider(providerSchema.parse(parse(yaml)));
}

/** Path and message of everything wrong. */
function faultsOf(yaml: string): (readonly [string, string])[] {
  return (providerSchema.safeParse(parse(yaml)).error?.issues ?? []).flatMap((issue) => leaves(issue, []));
}

function leaves(issue: z.core.$ZodIssue, above: readonly PropertyKey[]): (readonly [string, string])[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'invalid_union') return issue.errors.flat().flatMap((inner) => leaves(inner, path));
  return [[path.join('.'), issue.message]];
}

const withAll = readFileSync(new URL('./fixtures/everything.yaml', import.meta.url), 'utf8');
const preset = (name: string) => parse(readFileSync(new URL(`../../sim/presets/${name}.yaml`, import.meta.url), 'utf8'), { merge: true });

const modelDefaults = {
  firstToken: 500,
  perInputToken: 0,
  tokensPerSecond: 50,
  capacityAs: { status: 1, stream: 0 },
  refuseAfter: 10,
  onCancel: 'release',
  usdPerMillion: { input: 0, output: 0 },
  quality: 1,
};

describe('defaults', () => {
  it('the smallest provider: slots of its own make a pool of the model’s name, without a queue', () => {
    expect(resolve('models: { big: { slots: 8, service: { exponential: 1s } } }')).toEqual({
      dialect: 'openai',
      network: { rtt: 20 },
      pools: { big: { slots: 8, queue: { length: 0 } } },
      models: { big: { ...modelDefaults, pool: 'big', service: { exponential: 1000 } } },
      faults: [],
    });
  });

  it('of a quota', () => {
    expect(resolve('models: { m: { slots: 1, quota: { rpm: 90 } } }').models.m?.quota).toEqual({
      rpm: 90,
      window: 'token-bucket',
      charge: 'max-tokens',
      countRefused: { quota: false, capacity: true },
    });
    expect(resolve('models: { m: { slots: 1, quota: { tpm: 1M, countRefused: { quota: true } } } }').models.m?.quota).toMatchObject({
      tpm: 1_000_000,
      countRefused: { quota: true, capacity: true },
    });
  });

  it('of other tenants', () => {
    const { pools } = resolve('models: { m: { slots: 40, otherTenants: { load: 0.9, hold: 20s } } }');
    expect(pools.m?.otherTenants).toEqual({ load: 0.9, hold: 20_000, law: 'exponential', retry: 'none', batch: 1 });
  });

  it('of faults', () => {
    const { faults } = resolve(
      '{ models: { m: { slots: 1 } }, faults: [outage: {}, errors: {}, slow: { factor: 2 }, hang: {}, script: { replies: [ok] }] }',
    );
    expect(faults).toEqual([
      { outage: { tenants: false, as: 'capacity' } },
      { errors: { share: 1, as: 'server_error' } },
      { slow: { share: 1, factor: 2 } },
      { hang: { share: 1 } },
      { script: { per: 'request', replies: ['ok'], [last]: 'ok' } },
    ]);
  });
});

/** As a name: a literal with this key looks like a promise. */
const last = 'then';

describe('forms', () => {
  it.each([
    ['firstToken: 300ms', { firstToken: 300, perInputToken: 0 }],
    ['firstToken: { exponential: 1s }', { firstToken: { exponential: 1000 }, perInputToken: 0 }],
    ['firstToken: { p50: 900ms, p99: 4s, perInputToken: 0.1ms }', { firstToken: { p50: 900, p99: 4000 }, perInputToken: 0.1 }],
    ['service: 2s', { service: 2000 }],
    ['service: { p50: 1s, p99: 1s }', { service: { p50: 1000, p99: 1000 } }],
    [
      'service: { hyperexponential: { means: [500ms, 5s], shares: [0.9, 0.1] } }',
      { service: { hyperexponential: { means: [500, 5000], shares: [0.9, 0.1] } } },
    ],
    [
      'capacityAs: { status: 0.5, stream: 0.4, streamAfter: { share: 0.1, tokens: 400 } }',
      { capacityAs: { status: 0.5, stream: 0.4, streamAfter: { share: 0.1, tokens: 400 } } },
    ],
    ['usdPerMillion: { input: 3 }', { usdPerMillion: { input: 3, output: 0 } }],
  ])('%s', (written, model) => {
    expect(resolve(`models: { m: { slots: 1, ${written} } }`).models.m).toEqual({ ...modelDefaults, pool: 'm', ...model });
  });

  it('everything the grammar has', () => {
    const spec = resolve(withAll);
    expect(Object.keys(spec.pools)).toEqual(['big', 'small', 'flaky']);
    expect(spec.pools.big).toEqual({
      slots: 40,
      queue: { length: 0, maxWait: 30_000 },
      otherTenants: {
        load: { curve: 'office-hours', low: 0.45, high: 0.92 },
        hold: 20_000,
        law: 'exponential',
        retry: 'none',
        batch: 1,
      },
      slowdown: { full: 1.5, power: 2 },
    });
    expect(spec.pools.flaky).toEqual({
      slots: 10,
      queue: { length: 'unlimited' },
      otherTenants: {
        load: 0.3,
        hold: 20_000,
        law: { hyperexponential: { means: [10_000, 110_000], shares: [0.9, 0.1] } },
        retry: { attempts: 3, base: 2000 },
        batch: 5,
        noise: { sd: 0.15, correlation: 600_000 },
      },
      slowdown: { full: 4, power: 2 },
    });
    expect(spec.models.flagship).toMatchObject({ pool: 'big', context: 128_000, retryAfter: 2000, quality: 1 });
    expect(spec.models.flagship?.quota).toMatchObject({ inputTpm: 1_000_000, outputTpm: 200_000, burst: 15 });
    expect(spec.account).toEqual({ quota: expect.objectContaining({ rpm: 600 }) });
    expect(spec.faults[0]).toEqual({
      outage: { models: ['flagship'], from: { minuteOfDay: 850 }, for: 720_000, tenants: true, as: 'capacity' },
    });
    expect(spec.faults.at(-1)).toMatchObject({
      script: { replies: [{ refuse: 'rate_limited', retryAfter: 3000 }, { refuse: 'quota' }, { cut: 40 }, 'ok'] },
    });
  });

  it('the ready days', () => {
    const peak = resolveProvider(providerSchema.parse(preset('peak-day').provider));
    expect(peak.models.flagship).toMatchObject({
      firstToken: { p50: 900, p99: 4000 },
      tokensPerSecond: 45,
      quota: { rpm: 90, burst: 15, countRefused: { quota: true, capacity: true } },
    });
    const rough = resolveProvider(providerSchema.parse(preset('rough-day').provider));
    expect(rough.pools.small?.otherTenants).toMatchObject({
      retry: { attempts: 3, base: 2000 },
      noise: { sd: 0.15, correlation: 600_000 },
    });
  });
});

describe('written back with its units, it means the same', () => {
  const smallest = 'models: { big: { slots: 8, service: { exponential: 1s } } }';
  it.each([
    ['the smallest', resolve(smallest)],
    ['everything', resolve(withAll)],
    ['the peak day', resolveProvider(providerSchema.parse(preset('peak-day').provider))],
    ['the rough day', resolveProvider(providerSchema.parse(preset('rough-day').provider))],
  ])('%s', (_, spec) => {
    const written = JSON.parse(JSON.stringify(z.encode(providerSchema, unresolveProvider(spec))));
    expect(resolveProvider(providerSchema.parse(written))).toEqual(spec);
  });

  it('a constant first token that grows with the input is written as a law without spread', () => {
    const { models, ...rest } = resolve('models: { m: { slots: 1, firstToken: 400ms } }');
    const spec = { ...rest, models: { m: { ...models.m, perInputToken: 0.5 } } } as ProviderSpec;
    const written = z.encode(providerSchema, unresolveProvider(spec)) as { models: Record<string, unknown> };
    expect(written.models.m).toMatchObject({ firstToken: { p50: '400ms', p99: '400ms', perInputToken: '0.5ms' } });
  });
});

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
    ['{ models: { m: { slots: 1 } }, dialect: azure }', 'dialect'],
    ['{ models: { m: { slots: 1, output: { json: fenced } } } }', 'models.m'],
    ['{ models: { m: { slots: 1, quota: { rpm: 1, window: leaky } } } }', 'models.m.quota.window'],
    ['{ models: { m: { slots: 1 } }, faults: [{ errors: { as: overloaded } }] }', 'faults.0.errors.as'],
  ])('%s', (yaml, path) => {
    expect(faultsOf(yaml).map(([at]) => at)).toEqual([path]);
  });
});

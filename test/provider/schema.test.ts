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
      retry: { attempts: 4, base: 20_000 },
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

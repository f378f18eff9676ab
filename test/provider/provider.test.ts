import { describe, expect, it } from 'vitest';
import type { ProviderSpec, QuotaSpec } from '../../sim/provider/spec.ts';
import { world } from '../support/provider-world.ts';
import { model, paced, pool, quota, script } from '../support/scenario.ts';

const noSlots = { pools: { big: pool(0) } };
const busy = '1 capacity/overloaded';

describe('what refuses an attempt first', () => {
  const onePerMinute = { models: { big: model({ quota: quota({ rpm: 1 }) }) } };
  const tooLong = { models: { big: model({ quota: quota({ rpm: 1 }), context: 13 }) } };
  const always = (refuse: 'server_error' | 'connection') => ({ faults: [script(['big'], [{ refuse }], { refuse })] });
  const empty = { faults: [script(['big'], [{ empty: true }])] };

  it.each<[string, Partial<ProviderSpec>, string]>([
    // what the second of two attempts comes to; every row has an obstacle in front of those of the rows above
    ['nothing', {}, '1 ok/answered@2 4'],
    ['a fault while the slot is held', empty, '1 malformed/empty@1.2 0'],
    ['capacity', { ...empty, ...noSlots }, '1 capacity/overloaded@1 0'],
    ['a refusing fault', { ...always('server_error'), ...noSlots }, '1 server_error/provider@1 0'],
    ['quota', { ...always('server_error'), ...noSlots, ...onePerMinute }, '1 rate_limited/requests@1 0'],
    ['hard', { ...always('server_error'), ...noSlots, ...tooLong }, '1 client_error/context@1 0'],
    ['the network', { ...always('connection'), ...noSlots, ...tooLong }, '1 connection/refused@1 0'],
  ])('%s', (_name, spec, expected) => {
    const one = world(spec);
    one.send(0);
    one.send(1000);
    expect(one.run().filter((line) => line.startsWith('1 ') && !line.includes('first'))).toEqual([expected]);
  });

  it.each<[string, Partial<ProviderSpec>, string]>([
    ['nothing', {}, 'completed'],
    ['a fault while the slot is held', empty, 'cutOrFailed'],
    ['capacity', noSlots, 'capacityRefused'],
    ['a refusing fault', always('server_error'), 'faulted'],
    ['hard', tooLong, 'hard'],
    ['the network', always('connection'), 'lost'],
  ])('%s: is counted as such and as nothing else', (_name, spec, count) => {
    const one = world(spec);
    one.send(0);
    one.run();
    const served = count === 'completed' || count === 'cutOrFailed';
    const { holding: _, ...counts } = one.counts();
    expect(counts).toEqual({
      ...(count !== 'lost' && { arrived: 1 }),
      ...(served && { admitted: 1, inFlightMax: 1 }),
      [count]: 1,
    });
  });
});

describe('a quota of a day', () => {
  it.each(['openai', 'anthropic'])('speaking %s is used up, not a rate to wait for', (dialect) => {
    const one = world({ dialect, models: { big: model({ quota: quota({ rpd: 1 }) }) } });
    one.send(0);
    one.send(1000);
    expect(one.run().at(-1)).toBe('1 quota/per_day@1 0');
  });
});

describe('an attempt that the network loses', () => {
  it.each([
    ['connection', 'refused'],
    ['reset', 'reset'],
  ] as const)('(%s) uses no quota, and its client hears of it after one round trip', (refuse, reason) => {
    const one = world({
      network: { rtt: 20 },
      models: { big: model({ refuseAfter: 10, quota: quota({ rpm: 1, concurrent: 1 }) }) },
      faults: [script(['big'], [{ refuse }])],
    });
    one.send(0);
    one.send(1, { number: 1 });
    expect(one.run()).toEqual([`0 connection/${reason}@0.02 0`, '1 first@0.221', '1 ok/answered@1.021 4']);
  });
});

describe('the context', () => {
  it.each([
    // input, maximum output, fits into 1000
    [600, 400, true],
    [601, 400, false],
    [1000, 1, false],
  ])('%d in and at most %d out', (input, maxTokens, fits) => {
    const one = world({ models: { big: model({ context: 1000 }) } });
    one.send(0, { input, maxTokens, output: 1 });
    expect(one.run().at(-1)).toBe(fits ? '0 ok/answered@1 1' : '0 client_error/context@0 0');
  });
});

describe('quota', () => {
  /** Two attempts of 10 + 4 tokens, one after the other; what the second one comes to. */
  function second(spec: Partial<QuotaSpec>, more: Partial<ProviderSpec> = {}, atMs = 0): string | undefined {
    const one = world({ models: { big: model({ quota: quota(spec) }) }, ...more });
    one.send(0);
    one.send(atMs);
    return one.run().find((line) => line.startsWith('1 ') && !line.includes('first'));
  }

  it.each<[string, Partial<QuotaSpec>, number, string]>([
    ['requests', { rpm: 1 }, 59_999, '1 rate_limited/requests@59.999 0'],
    ['requests, a minute later', { rpm: 1 }, 60_000, '1 ok/answered@61 4'],
    ['tokens: 14 of 20, 6 left', { tpm: 20 }, 0, '1 rate_limited/tokens@0 0'],
    ['tokens: 8 are missing, 24 s', { tpm: 20 }, 24_000, '1 ok/answered@25 4'],
    ['one request larger than the limit', { tpm: 13 }, 0, '1 client_error/too_large@0 0'],
    ['concurrent', { concurrent: 1 }, 999, '1 rate_limited/requests@0.999 0'],
    ['concurrent, given back with the slot', { concurrent: 1 }, 1000, '1 ok/answered@2 4'],
  ])('%s', (_name, spec, atMs, expected) => {
    expect(second(spec, { pools: { big: pool(9) } }, atMs)).toBe(expected);
  });

  it('charges nothing unless every bucket admits', () => {
    const one = world({ pools: { big: pool(9) }, models: { big: model({ quota: quota({ rpm: 2, tpm: 20 }) }) } });
    one.send(0);
    // Too many tokens: must not cost the second of the two requests.
    one.send(0);
    one.send(0, { input: 1, output: 1 });
    expect(one.run().filter((line) => !line.includes('first'))).toEqual([
      '1 rate_limited/tokens@0 0',
      '0 ok/answered@1 4',
      '2 ok/answered@1 1',
    ]);
  });

  it.each<[string, Partial<QuotaSpec>, string]>([
    // An attempt refused for capacity, another at the same instant.
    ['keeps the count of a capacity refusal', { rpm: 1, countRefused: { quota: false, capacity: true } }, '1 rate_limited/requests@0 0'],
    ['or gives it back', { rpm: 1, countRefused: { quota: false, capacity: false } }, `${busy}@0 0`],
    ['gives its tokens back', { tpm: 14 }, `${busy}@0 0`],
    ['and its place among the concurrent', { concurrent: 1 }, `${busy}@0 0`],
  ])('%s', (_name, spec, expected) => {
    expect(second(spec, noSlots)).toBe(expected);
  });

  it.each<[string, string, number]>([
    ['expired', '2 capacity/overloaded@1.9 0', 1400],
    ['still waiting', '2 rate_limited/requests@1.399 0', 1399],
  ])('holds the concurrency of one in the queue until it has %s', (_name, expected, atMs) => {
    const one = world({
      pools: { big: pool(1, { queue: { length: 5, maxWait: 500 } }) },
      models: { big: model({ quota: quota({ concurrent: 1 }) }), other: model({ service: 60_000 }) },
    });
    one.send(0, { model: 'other' });
    one.send(900);
    one.send(atMs);
    expect(one.run().find((line) => line.startsWith('2 '))).toBe(expected);
  });

  it('gives back the concurrency of one that left the queue', () => {
    const one = world({
      pools: { big: pool(1, { queue: { length: 5 } }) },
      models: { big: model({ quota: quota({ concurrent: 1 }) }), other: model() },
    });
    one.send(0, { model: 'other' });
    one.send(0);
    one.cancel(1, 300);
    one.send(400);
    expect(one.run()).toContain('2 ok/answered@2 4');
  });

  it('holds the concurrency of faults that hold the slot, and no longer', () => {
    const one = world({
      pools: { big: pool(9) },
      models: { big: paced(1000, 500, { quota: quota({ concurrent: 1 }) }) },
      faults: [script(['big'], [{ stall: 5000, after: 2 }])],
    });
    one.send(0);
    one.send(6499.999, { number: 1 });
    one.send(6500, { number: 1 });
    expect(one.run().filter((line) => !line.includes('first'))).toEqual([
      '1 rate_limited/requests@6.499999 0',
      '0 truncated/cut@6.5 2',
      '2 ok/answered@9.5 4',
    ]);
  });

  it('of `charge: actual` takes the output when it is produced, also that of an attempt cut short', () => {
    const one = world({
      pools: { big: pool(9) },
      models: { big: paced(1000, 500, { quota: quota({ outputTpm: 60, charge: 'actual' }) }) },
    });
    one.send(0, { output: 100 });
    // 62 tokens out after 31.5 s: 60 in the bucket, so two less than nothing; one a second comes back.
    one.cancel(0, 31_500);
    one.send(31_500);
    one.send(34_499.999);
    one.send(34_500);
    expect(one.run().filter((line) => !line.includes('first'))).toEqual([
      '0 cancelled@31.5 62',
      '1 rate_limited/tokens@31.5 0',
      '2 rate_limited/tokens@34.499999 0',
      '3 ok/answered@37.5 4',
    ]);
  });

  it('of the account is shared by its models', () => {
    const one = world({
      pools: { big: pool(9) },
      models: { big: model(), other: model() },
      account: { quota: quota({ rpm: 1 }) },
    });
    one.send(0);
    one.send(0, { model: 'other' });
    expect(one.run()[0]).toBe('1 rate_limited/requests@0 0');
  });

  it('says exactly how long to wait', () => {
    const one = world({ models: { big: model({ quota: quota({ rpm: 60, burst: 1 }) }) } });
    one.send(0);
    one.send(300);
    one.run();
    expect(one.facts.get(1)?.retryAfterMs).toBe(700);
  });

  it('that counts refusals keeps a hammering client out', () => {
    const counts = quota({ rpm: 60, burst: 2, countRefused: { quota: true, capacity: true } });
    const one = world({ pools: { big: pool(99) }, models: { big: model({ quota: counts }) } });
    // Five a second against one a second.
    for (let i = 0; i < 50; i++) one.send(i * 200);
    expect(
      one
        .run()
        .filter((line) => line.includes('ok'))
        .map((line) => line.split(' ')[0]),
    ).toEqual(['0', '1']);
  });
});

describe('models and pools', () => {
  const two = {
    pools: { big: pool(1), small: pool(1) },
    models: { big: model({ service: { exponential: 1000 } }), light: model({ pool: 'small', service: { exponential: 1000 } }) },
  };

  /** Ends of attempts of two models, by entity. */
  function ends(spec: Partial<ProviderSpec>): string[] {
    const one = world(spec);
    for (let i = 0; i < 40; i++) one.send(i * 700, { model: i % 2 === 0 ? 'big' : 'light' });
    return one
      .run()
      .filter((line) => !line.includes('first'))
      .toSorted();
  }

  it('in another order are the same', () => {
    const reversed = {
      pools: Object.fromEntries(Object.entries(two.pools).reverse()),
      models: Object.fromEntries(Object.entries(two.models).reverse()),
    };
    expect(ends(reversed)).toEqual(ends(two));
  });

  it('have the service time of the request and not of the try', () => {
    const one = world({
      pools: { big: pool(9) },
      models: { big: model({ service: { exponential: 1000 } }), other: model({ service: { exponential: 2000 } }) },
    });
    one.send(0);
    const [first] = one.run().slice(-1);
    const again = world({ pools: { big: pool(9) }, models: { big: model({ service: { exponential: 2000 } }) } });
    again.send(0, { number: 3 });
    const seconds = (line: string | undefined): number => Number(/@([\d.]+)/.exec(line ?? '')?.[1]);
    // The same quantile of a law with twice the mean.
    expect(seconds(again.run().at(-1))).toBeCloseTo(2 * seconds(first), 5);
  });

  it('that are unknown have no transport', () => {
    expect(world().provider.send('nobody')).toBeUndefined();
  });
});

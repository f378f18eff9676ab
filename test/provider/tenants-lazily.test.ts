import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Steps } from '../../sim/curves/curve.ts';
import { eventClass, after as later } from '../../sim/kernel/clock.ts';
import { Luck } from '../../sim/kernel/random.ts';
import { VirtualClock } from '../../sim/kernel/virtual-clock.ts';
import { compileDistribution } from '../../sim/provider/distribution.ts';
import { Pool } from '../../sim/provider/pool.ts';
import type { DistributionSpec, TenantsSpec } from '../../sim/provider/spec.ts';
import { Tenants } from '../../sim/provider/tenants.ts';
import { type NaiveOptions, naivePool, type OwnAttempt, type PoolRecord } from '../support/naive-pool.ts';

const second = 1_000_000;
const end = 120 * second;

/** The same through the pool that looks at its tenants only when it must. */
function lazyPool(options: NaiveOptions, spec: TenantsSpec | undefined): PoolRecord {
  const clock = new VirtualClock();
  const log: string[] = [];
  const busyAt: number[] = [];
  const of = options.tenants;
  const pool = new Pool({
    name: options.name,
    clock,
    slots: options.slots,
    queueLength: options.queueLength,
    queueMaxWait: options.maxWait,
    slowdown: undefined,
    tenants:
      spec === undefined || of === undefined
        ? undefined
        : new Tenants({
            spec,
            pool: options.name,
            load: of.load,
            nominalSlots: of.nominalSlots,
            meanHold: of.meanHold,
            hold: of.hold,
            luck: options.luck,
          }),
    tenantsRefused: options.tenantsRefused,
    end: options.end,
  });
  const say = (n: number, what: string): number => log.push(`${n} ${what}@${clock.now()}`);
  const hold = (n: number, micros: number): void => {
    say(n, 'admitted');
    later(clock, micros, () => pool.release(), eventClass.completion);
  };
  const come = (n: number, attempt: OwnAttempt): void => {
    if (pool.admit()) {
      hold(n, attempt.hold);
      return;
    }
    const place = pool.enqueue({ granted: () => hold(n, attempt.hold) });
    const refused = (): void => {
      say(n, 'refused');
      pool.refused();
    };
    if (place === undefined) {
      refused();
      return;
    }
    let waiting = true;
    const leave = (gone: () => void) => (): void => {
      if (!waiting) return;
      waiting = false;
      if (pool.leave(place)) gone();
    };
    if (options.maxWait < Number.POSITIVE_INFINITY) later(clock, options.maxWait, leave(refused), eventClass.timeout);
    if (attempt.leavesAt !== undefined)
      later(
        clock,
        attempt.leavesAt - clock.now(),
        leave(() => say(n, 'left')),
        eventClass.timeout,
      );
  };
  for (const [n, attempt] of options.own.entries()) later(clock, attempt.at, () => come(n, attempt), eventClass.arrival);
  for (const at of options.samplesAt) {
    clock.runUntil(at);
    pool.freeArea();
    busyAt.push(pool.busy);
  }
  const freeArea = pool.freeArea();
  pool.close();
  return {
    log,
    busyAt,
    tenantArrivals: pool.tenantArrivals,
    tenantRefused: pool.tenantRefused,
    spells: pool.spells,
    freeArea,
    ownArea: pool.ownArea(),
  };
}

function stepsOf(pairs: readonly (readonly [number, number])[]): Steps {
  return { atMicros: Float64Array.from(pairs.map(([at]) => at)), value: Float64Array.from(pairs.map(([, value]) => value)) };
}

const laws: Record<'exponential' | 'constant' | 'hyperexponential', DistributionSpec> = {
  exponential: { exponential: 4000 },
  constant: 4000,
  hyperexponential: { hyperexponential: { means: [1000, 13_000], shares: [0.75, 0.25] } },
};

const world = fc.record({
  seed: fc.nat(1_000_000),
  slots: fc.oneof(
    fc.integer({ min: 1, max: 6 }).map((n) => [[0, n]] as [number, number][]),
    fc
      .array(fc.tuple(fc.integer({ min: 1, max: 100 }), fc.nat(6)), { minLength: 1, maxLength: 5 })
      .map((steps) => [
        [0, 3] as [number, number],
        ...[...new Map(steps).entries()].sort((a, b) => a[0] - b[0]).map(([s, n]) => [s * second, n] as [number, number]),
      ]),
  ),
  queueLength: fc.constantFrom(0, 1, 3, Number.POSITIVE_INFINITY),
  maxWait: fc.constantFrom(3 * second, 7.5 * second, Number.POSITIVE_INFINITY),
  law: fc.constantFrom('exponential', 'constant', 'hyperexponential'),
  load: fc.constantFrom(0.5, 1, 1.7),
  loadStep: fc.option(fc.constantFrom(0, 0.3, 2.5)),
  retry: fc.constantFrom({ attempts: 1, base: 0 }, { attempts: 3, base: 2000 }, { attempts: 8, base: 500 }),
  batch: fc.constantFrom(1, 1, 4),
  outage: fc.boolean(),
  own: fc.array(
    fc.record({
      /** A time of a tenant's arrival or departure, or one off by the patience, or any. */
      anchor: fc.nat(10_000),
      kind: fc.constantFrom('tie', 'tie before', 'patience before', 'any'),
      hold: fc.oneof(fc.integer({ min: 0, max: 6 * second }), fc.constant(4 * second)),
      holdToTie: fc.boolean(),
      leaves: fc.option(fc.integer({ min: 0, max: 8 * second }), { freq: 3 }),
      leavesAtTie: fc.boolean(),
    }),
    { maxLength: 60 },
  ),
  samples: fc.array(fc.integer({ min: 0, max: 119 }), { maxLength: 4 }),
});

type Draw = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

function optionsOf(draw: Draw): { options: NaiveOptions; spec: TenantsSpec } {
  const hold = compileDistribution(laws[draw.law]);
  const { attempts, base } = draw.retry;
  const spec: TenantsSpec = {
    load: draw.load,
    hold: 4000,
    law:
      draw.law === 'hyperexponential' ? (laws.hyperexponential as { hyperexponential: { means: number[]; shares: number[] } }) : draw.law,
    retry: attempts === 1 ? 'none' : { attempts, base },
    batch: draw.batch,
  };
  const bare: NaiveOptions = {
    luck: new Luck(draw.seed, 0),
    name: 'big',
    slots: stepsOf(draw.slots),
    queueLength: draw.queueLength,
    maxWait: draw.maxWait,
    tenants: {
      load: stepsOf(
        draw.loadStep === null
          ? [[0, draw.load]]
          : [
              [0, draw.load],
              [50 * second, draw.loadStep],
            ],
      ),
      nominalSlots: Math.max(...draw.slots.map(([, n]) => n)),
      meanHold: 4 * second,
      hold: (u) => hold(u) * 1000,
      tries: attempts,
      baseMicros: base * 1000,
      batch: draw.batch,
    },
    tenantsRefused: draw.outage ? (now) => now >= 30 * second && now < 40 * second : () => false,
    end: 100 * second,
    own: [],
    samplesAt: [...draw.samples.map((s) => s * second).sort((a, b) => a - b), end],
  };
  const ties = naivePool(bare)
    .tenantTimes.filter((at) => at >= 0 && at < end)
    .sort((a, b) => a - b);
  const tieAfter = (at: number): number | undefined => ties.find((tie) => tie > at);
  const own = draw.own.map((one): OwnAttempt => {
    const tie = ties[one.anchor % Math.max(1, ties.length)] ?? 0;
    const patience = draw.maxWait === Number.POSITIVE_INFINITY ? 4 * second : draw.maxWait;
    const at = Math.max(0, { tie, 'tie before': tie - 1, 'patience before': tie - patience, any: (one.anchor / 10_000) * end }[one.kind]);
    const arrival = Math.round(at);
    const leaves = one.leaves === null ? undefined : arrival + one.leaves;
    return {
      at: arrival,
      hold: one.holdToTie ? (tieAfter(arrival + one.hold) ?? arrival + one.hold) - arrival : one.hold,
      leavesAt: leaves !== undefined && one.leavesAtTie ? (tieAfter(leaves) ?? leaves) : leaves,
    };
  });
  return { options: { ...bare, own }, spec };
}

describe('tenants that are looked at only when they must be', () => {
  it('do exactly what they do event by event: with and without queue, retries, batches, changing slots and load, an outage, and ties', () => {
    fc.assert(
      fc.property(world, (draw) => {
        const { options, spec } = optionsOf(draw);
        const { tenantTimes: _, ...expected } = naivePool(options);
        expect(lazyPool(options, spec)).toEqual(expected);
      }),
      { numRuns: 600, seed: 20261129 },
    );
  });
});

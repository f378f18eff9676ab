import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../sim/kernel/problem.ts';
import type { Faults } from '../../../sim/provider/faults/compile.ts';
import { at, compile, hour, kinds, minute, schema, second, spec } from './play.ts';

describe('windows: start inclusive, end exclusive', () => {
  it.each([
    // from, for, daily, moments that are in, moments that are out
    [undefined, undefined, undefined, [0, 999 * hour], []],
    [undefined, '60s', undefined, [0, minute - 1], [minute]],
    ['90s', undefined, undefined, [90 * second, 999 * hour], [90 * second - 1]],
    // The run starts at noon.
    ['14:10', '12m', undefined, [130 * minute, 142 * minute - 1], [130 * minute - 1, 142 * minute, 130 * minute + 24 * hour]],
    ['14:10', '12m', true, [130 * minute, 130 * minute + 24 * hour], [142 * minute, 142 * minute + 24 * hour]],
    // 11:00 is past: tomorrow's.
    ['11:00', '1h', undefined, [23 * hour], [0, 24 * hour]],
    ['2026-03-03T00:00', '1m', undefined, [12 * hour], [12 * hour - 1, 12 * hour + minute]],
    // Longer than a day: on for good.
    ['14:10', '25h', true, [130 * minute, 155 * minute + 24 * hour, 100 * hour], [0]],
  ])('from %s for %s daily %s', (from, length, daily, inside, outside) => {
    const faults = compile({ outage: { from, for: length, daily } });
    expect(kinds(faults, 'light', inside)).toEqual(inside.map(() => 'refuse'));
    expect(kinds(faults, 'light', outside)).toEqual(outside.map(() => undefined));
  });

  it('a time before the start is said with its key', () => {
    const bad = () => compile({ hang: {} }, { outage: { from: '2026-03-02T11:59' } });
    expect(bad).toThrow(InputError);
    expect(bad).toThrow('faults.1.outage.from: 2026-03-02T11:59 lies before the start of the run, 2026-03-02T12:00');
  });

  it('daily without a time or a length is refused', () => {
    const issues = schema.safeParse([{ outage: { daily: true } }]).error?.issues;
    expect(issues?.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['0.outage.daily', 'daily needs from'],
      ['0.outage.daily', 'daily needs for'],
    ]);
  });
});

describe('whom an outage hits', () => {
  it.each([
    [{}, ['flagship', 'mini', 'light'], ['big', 'small']],
    [{ models: ['flagship'] }, ['flagship'], ['big']],
    [{ pools: ['big'] }, ['flagship', 'mini'], ['big']],
    [{ pools: ['small', 'unused'] }, ['light'], ['small', 'unused']],
    [{ models: ['flagship'], pools: ['small'] }, ['flagship', 'light'], ['big', 'small']],
  ])('%j', (where, models, pools) => {
    const faults = compile({ outage: { ...where, tenants: true } });
    expect(Object.keys(spec.models).filter((name) => faults.of(name) !== undefined)).toEqual(models);
    expect(['big', 'small', 'unused'].filter((pool) => faults.tenantsRefused(pool, 0))).toEqual(pools);
    expect(compile({ outage: where }).tenantsRefused('big', 0)).toBe(false);
  });

  it('outages that overlap make one window for tenants', () => {
    const faults = compile(
      { outage: { models: ['flagship'], from: '60s', for: '60s', tenants: true } },
      { outage: { pools: ['big'], from: '100s', for: '60s', tenants: true } },
      { outage: { pools: ['big'], from: '1h', for: '1s', tenants: true } },
    );
    const { from, to } = faults.tenantsSteps('big');
    expect([[...from], [...to]]).toEqual([
      [minute, hour],
      [160 * second, hour + second],
    ]);
    expect([minute - 1, minute, 160 * second - 1, 160 * second].map((now) => faults.tenantsRefused('big', now))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(faults.tenantsSteps('small').from).toHaveLength(0);
  });
});

describe('shares', () => {
  it.each([0.02, 0.5])('%d of many attempts', (share) => {
    const faults = compile({ errors: { share } });
    const n = 20_000;
    let hit = 0;
    for (let entity = 0; entity < n; entity++) if (at(faults, 'light', 0, 0, entity) !== undefined) hit += 1;
    // Four standard deviations of a binomial count.
    expect(Math.abs(hit - n * share)).toBeLessThan(4 * Math.sqrt(n * share * (1 - share)));
  });

  it('none and all', () => {
    expect(compile({ errors: { share: 0 } }).of('light')).toBeUndefined();
    const faults = compile({ errors: {} });
    expect(Array.from({ length: 100 }, (_, entity) => at(faults, 'light', 0, 0, entity)?.kind)).toEqual(Array(100).fill('refuse'));
  });

  it('whom it hits depends on the attempt alone, not on the order of arrival', () => {
    const written = [{ errors: { share: 0.3 } }, { hang: { share: 0.3 } }, { slow: { share: 0.3, factor: 2 } }];
    const attempt = fc.record({ entity: fc.nat(50), n: fc.nat(4), now: fc.nat(1000) });
    fc.assert(
      fc.property(fc.array(attempt), (attempts) => {
        const [forwards, backwards] = [compile(...written), compile(...written)];
        const play = (faults: Faults, list: typeof attempts) => list.map(({ entity, n, now }) => at(faults, 'light', now, n, entity));
        expect(play(backwards, [...attempts].reverse()).reverse()).toEqual(play(forwards, attempts));
      }),
    );
  });

  it('faults of one list draw for themselves', () => {
    const faults = compile({ slow: { share: 0.5, factor: 2 } }, { slow: { share: 0.5, factor: 3 } });
    const factors = new Set(
      Array.from({ length: 200 }, (_, entity) => {
        const effect = at(faults, 'light', 0, 0, entity);
        return effect === undefined ? 1 : 'factor' in effect && effect.factor;
      }),
    );
    expect([...factors].sort()).toEqual([1, 2, 3, 6]);
  });
});

describe('several faults on one attempt', () => {
  const slow = { slow: { factor: 2 } };
  it.each<[string, unknown[], unknown]>([
    ['lost rather than refused', [{ errors: {} }, { errors: { as: 'connection' } }], { kind: 'lost' }],
    ['refused rather than served badly', [{ hang: {} }, { outage: {} }], { kind: 'refuse' }],
    [
      'served badly rather than slowly, and that slowly too',
      [slow, { script: { replies: [{ cut: 4 }] } }],
      { kind: 'cut', after: 4, factor: 2 },
    ],
    ['slowness multiplies', [slow, slow, { script: { replies: [{ slow: 3 }] } }], { kind: 'slow', factor: 12 }],
    ['else the first of the list', [{ errors: { as: 'auth' } }, { outage: {} }], { kind: 'refuse', facts: { status: 401 } }],
  ])('%s', (_, written, effect) => {
    expect(at(compile(...written), 'light', 0)).toMatchObject(effect as object);
  });

  it('a shared list moves on even where something else decides', () => {
    const faults = compile({ outage: { for: '1s' } }, { script: { per: 'arrival', replies: [{ cut: 1 }, { cut: 2 }] } });
    expect([0, second].map((now) => at(faults, 'light', now)?.kind)).toEqual(['refuse', 'cut']);
    expect(at(faults, 'light', second)).toBeUndefined();
  });
});

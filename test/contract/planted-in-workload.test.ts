import { describe, expect, test } from 'vitest';
import type { PartOf } from '../../harness/testing/contract-suite.ts';
import type { Arrivals } from '../../harness/workload/arrivals/arrivals.ts';
import type { Curve } from '../../sim/curves/curve.ts';
import { noOptions } from '../../sim/kernel/no-options.ts';
import { define } from '../../sim/kernel/plugin.ts';
import type { Effect } from '../../sim/provider/faults/effect.ts';
import type { Fault } from '../../sim/provider/faults/fault.ts';
import { broken, rules } from './broken.ts';

describe('curves with a fault', () => {
  const curve = (at: number[], value: number[], mean?: number) =>
    define<unknown, Curve>({
      name: 'bad',
      summary: 'bad',
      options: noOptions,
      examples: [],
      create: () => ({
        steps: () => ({ atMicros: Float64Array.from(at), value: Float64Array.from(value) }),
        ...(mean !== undefined && { periodMean: () => mean }),
      }),
    });
  test('none in the one that the faults are planted in', () => expect(broken('curve', curve([0, 5], [1, 2], 1.5))).toEqual([]));
  test.each([
    ['a late start', curve([1, 2], [1, 2])],
    ['no step', curve([], [])],
    ['times that stand still', curve([0, 5, 5], [1, 2, 3])],
    ['a time between two microseconds', curve([0, 0.5], [1, 2])],
    ['a value below 0', curve([0, 5], [1, -1])],
    ['a value without end', curve([0, 5], [1, Number.POSITIVE_INFINITY])],
    ['a time without a value', curve([0, 5], [1])],
    ['a mean that is no number', curve([0], [1], Number.NaN)],
  ])('%s', (_, plugin) => expect(broken('curve', plugin)).toContain(rules.keeps));
});

describe('faults with a fault', () => {
  const fault = (effect: unknown, windows?: readonly (readonly [number, number])[]) =>
    define<unknown, Fault>({
      name: 'bad',
      summary: 'bad',
      options: noOptions,
      examples: [],
      create: () => ({
        of: () => () => effect as Effect,
        ...(windows && {
          tenants: () => ({ from: Float64Array.from(windows, ([from]) => from), to: Float64Array.from(windows, ([, to]) => to) }),
        }),
      }),
    });
  test('none in the one that the faults are planted in', () =>
    expect(
      broken(
        'fault',
        fault({ kind: 'cut', after: 4, factor: 2 }, [
          [0, 5],
          [7, Number.POSITIVE_INFINITY],
        ]),
      ),
    ).toEqual([]));
  test.each([
    ['an effect that nobody knows', fault({ kind: 'explode' })],
    ['an answer that is faster', fault({ kind: 'slow', factor: 0.5 })],
    ['a part of a token', fault({ kind: 'cut', after: 1.5, factor: 1 })],
    [
      'windows that touch the wrong way round',
      fault(undefined, [
        [5, 9],
        [7, 8],
      ]),
    ],
    ['a window that ends before it begins', fault(undefined, [[5, 4]])],
  ])('%s', (_, plugin) => expect(broken('fault', plugin)).toContain(rules.keeps));
});

describe('arrivals with a fault', () => {
  const arrivals = (create: () => Arrivals) =>
    define<unknown, Arrivals>({ name: 'bad', summary: 'bad', options: noOptions, examples: [], create });
  const times = (next: (i: number) => number | undefined) =>
    arrivals(() => {
      let i = 0;
      return {
        kind: 'open',
        next() {
          const atMicros = next(i++);
          return atMicros === undefined ? undefined : { atMicros };
        },
      };
    });
  test('none in the one that the faults are planted in', () =>
    expect(
      broken(
        'arrivals',
        times((i) => (i < 10 ? i : undefined)),
      ),
    ).toEqual([]));
  test.each([
    ['back in time', times((i) => 100 - i)],
    ['half a microsecond', times((i) => i / 2)],
    ['an end that is none', times((i) => (i === 3 ? undefined : i))],
    ['nobody', arrivals(() => ({ kind: 'users', count: 0, thinkMs: 1 }))],
    ['a think time below 0', arrivals(() => ({ kind: 'users', count: 1, thinkMs: -1 }))],
    ['half a worker', arrivals(() => ({ kind: 'batch', jobs: 5, atMs: 0, workers: 0.5, crashesMs: [], restartMs: 0 }))],
  ])('%s', (_, plugin) => expect(broken('arrivals', plugin)).toContain(rules.keeps));
});

describe('trace formats with a fault', () => {
  const format = (times: readonly number[], tokens = 1) =>
    define<unknown, PartOf<'trace'>>({
      name: 'bad',
      summary: 'bad',
      options: noOptions,
      examples: [],
      create: () => ({ sample: 'x', read: () => times.map((atMs) => ({ atMs, inputTokens: tokens, outputTokens: tokens })) }),
    });
  test('none in the one that the faults are planted in', () => expect(broken('trace', format([0, 1, 1]))).toEqual([]));
  test.each([
    ['no row', format([])],
    ['a late start', format([1, 2])],
    ['rows out of order', format([0, 2, 1])],
    ['half a token', format([0], 0.5)],
  ])('%s', (_, plugin) => expect(broken('trace', plugin)).toContain(rules.keeps));
});

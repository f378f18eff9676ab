import { describe, expect, test } from 'vitest';
import { retries } from '../../../harness/strategy/retry/registry.ts';
import { type Rule, ruleOf, waits } from './rule-of.ts';

describe('without jitter', () => {
  test.each<[Rule, unknown, (number | undefined)[]]>([
    ['none', {}, [undefined, undefined]],
    ['fixed', '2s', [2000, 2000, 2000]],
    ['fixed', { delay: '2s', cap: '500ms' }, [500, 500]],
    ['fixed', '0ms', [0, 0]],
    ['list', ['1s', '1s', '2s'], [1000, 1000, 2000, 2000, 2000]], // the last one repeats
    ['list', { delays: ['1s', '10s'], cap: '4s' }, [1000, 4000, 4000]],
    ['exponential', { base: '1s' }, [1000, 2000, 4000, 8000, 16_000]], // factor 2
    ['exponential', { base: '1s', factor: 3, cap: '20s' }, [1000, 3000, 9000, 20_000, 20_000]],
    ['exponential', { base: '1s', factor: 1 }, [1000, 1000, 1000]],
    ['exponential', { base: '1s', factor: 1.5 }, [1000, 1500, 2250, 3375]],
    ['exponential', { base: '30s', cap: '20s' }, [20_000, 20_000]],
    ['exponential', { base: '1s', jitter: 'none' }, [1000, 2000]],
  ])('%s %j', (name, written, expected) => expect(waits(ruleOf(name, written), expected.length, 0.5)).toEqual(expected));

  test('A13: a ladder of 140 s', () => {
    const ladder = waits(ruleOf('list', ['1s', '1s', '2s', '4s', '8s', '16s', '32s', '38s', '38s']), 9, 0.5);
    expect(ladder.reduce((sum: number, each) => sum + (each ?? 0), 0)).toBe(140_000);
  });

  test('M9: the tenth wait of the article is 512 s, ten are 1,023 s, and 1,024 s come eleventh', () => {
    const eleven = waits(ruleOf('exponential', { base: '1s' }), 11, 0.5) as number[];
    expect(eleven[9]).toBe(512_000);
    expect(eleven.slice(0, 10).reduce((sum, each) => sum + each, 0)).toBe(1_023_000);
    expect(eleven[10]).toBe(1_024_000);
  });
});

describe('with jitter, at the luck 0.25', () => {
  test.each<[string, unknown, number[]]>([
    ['full', { base: '1s', jitter: { scale: [0, 1] } }, [250, 500, 1000]],
    ['equal', { base: '1s', jitter: { scale: [0.5, 1] } }, [625, 1250, 2500]],
    ['additive', { base: '1s', jitter: { additive: '1s' } }, [1250, 2250, 4250]],
    ['scale above 1 stays under the cap', { base: '1s', cap: '3s', jitter: { scale: [1, 2] } }, [1250, 2500, 3000]],
    ['scale below 1 still spreads at the cap', { base: '4s', cap: '4s', jitter: { scale: [0.5, 1] } }, [2500, 2500]],
    ['additive at the cap does not spread', { base: '4s', cap: '4s', jitter: { additive: '1s' } }, [4000, 4000]],
    // U(1000, 3 · 1000), U(1000, 3 · 1500), U(1000, 3 · 1875)
    ['decorrelated', { base: '1s', jitter: 'decorrelated' }, [1500, 1875, 2156.25]],
    ['decorrelated, as a tag', { base: '1s', jitter: { decorrelated: {} } }, [1500, 1875]],
    ['decorrelated under a cap', { base: '1s', cap: '1600ms', jitter: 'decorrelated' }, [1500, 1600, 1600]],
  ])('%s', (_, written, expected) => expect(waits(ruleOf('exponential', written), expected.length, 0.25)).toEqual(expected));

  // A third of a second is no whole number of milliseconds.
  test.each<[string, unknown, number[]]>([
    ['floor', { base: '1333ms', jitter: { scale: [0, 1] }, round: 'floor' }, [333, 666, 1333]], // 333.25, 666.5, 1333
    ['nearest', { base: '1333ms', jitter: { scale: [0, 1] }, round: 'nearest' }, [333, 667, 1333]],
  ])('round: %s', (_, written, expected) => expect(waits(ruleOf('exponential', written), expected.length, 0.25)).toEqual(expected));

  test('fixed and list take the same jitters', () => {
    expect(waits(ruleOf('fixed', { delay: '2s', jitter: { scale: [0, 1] } }), 2, 0.25)).toEqual([500, 500]);
    expect(waits(ruleOf('list', { delays: ['1s', '2s'], jitter: { additive: '1s' } }), 3, 0.25)).toEqual([1250, 2250, 2250]);
  });
});

describe('bounds', () => {
  test.each<[Rule, unknown, number]>([
    ['exponential', { base: '1s' }, 30 * 86_400_000],
    ['exponential', { base: '1s', factor: 1000, jitter: { scale: [1, 2] } }, 30 * 86_400_000],
    ['exponential', { base: '1s', cap: '30s', jitter: { additive: '1s' } }, 30_000],
    ['exponential', { base: '1s', jitter: 'decorrelated' }, 30 * 86_400_000],
    ['exponential', { base: '1s', factor: 1.0001, cap: '8s', jitter: { scale: [0.75, 1] } }, 8000],
    ['fixed', { delay: '24h', jitter: { scale: [1, 1000000] } }, 30 * 86_400_000],
    ['list', { delays: ['1s'], jitter: 'decorrelated', cap: '9s' }, 9000],
  ])('%s %j never waits longer than %d ms', (name, written, longest) => {
    const rule = ruleOf(name, written);
    for (const uniform of [1e-16, 0.5, 1 - 1e-16]) {
      const all = waits(rule, 10_000, uniform) as number[];
      expect(all.every((wait) => wait >= 0 && wait <= longest)).toBe(true);
    }
  });
});

describe('what options refuse', () => {
  test.each<[Rule, unknown, string]>([
    ['exponential', { base: '0s' }, 'expected a duration above 0'],
    ['exponential', { base: '1s', factor: 0.5 }, 'expected a factor of at least 1, found 0.5'],
    ['exponential', { base: '1s', factor: 2, jitter: 'decorrelated' }, 'factor changes nothing beside jitter: decorrelated'],
    ['exponential', { base: '1s', jitter: { scale: [1, 0.5] } }, 'expected the smaller factor first'],
    ['exponential', { base: '1s', jitter: { scale: [0, 1], additive: '1s' } }, 'expected exactly one jitter, found 2'],
    ['exponential', { base: '1s', jitter: {} }, 'expected one jitter of: none, scale, additive, decorrelated; found none'],
    ['exponential', { base: 1 }, 'the unit is missing'],
    ['list', [], 'expected at least one wait'],
    ['fixed', { jitter: 'none' }, 'found nothing'],
  ])('%s %j: %s', (name, written, message) => {
    const result = retries[name].options.safeParse(written);
    expect(JSON.stringify(result.error?.issues)).toContain(message);
  });
});

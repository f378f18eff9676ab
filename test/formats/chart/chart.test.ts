import { describe, expect, test } from 'vitest';
import { chartText } from '../../../reports/formats/chart/escape.ts';
import { limitSvg } from '../../../reports/formats/chart/limit.ts';
import { limitLines } from '../../../reports/formats/chart/limit-lines.ts';
import { limitPictures } from '../../../reports/formats/chart/limit-page.ts';
import { runsOf } from '../../../reports/formats/chart/runs-of.ts';
import { strategiesSvg } from '../../../reports/formats/chart/strategies.ts';
import { timeUnitFor } from '../../../reports/formats/chart/time-unit.ts';
import type { Report } from '../../../reports/formats/format.ts';
import { sweepOf } from '../../../reports/formats/sweep.ts';
import { expectGolden } from '../golden.ts';
import { hostileNames } from '../hostile.ts';
import { peakDay } from '../peak-day.ts';
import { reportOf, type Stated } from '../sample.ts';

function limitOf(report: Report): string {
  const sweep = sweepOf(report);
  if (sweep === null) throw new Error('nothing was swept');
  return limitSvg(report, sweep);
}

const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text ?? '');

/** Elements must nest and end; the drawing uses no other constructs. */
function expectWellFormed(svg: string): void {
  const open: string[] = [];
  for (const [, end, name, self] of svg.matchAll(/<(\/?)([a-zA-Z]+)(?:\s[^<>]*?)?(\/?)>/g)) {
    if (end === '/') expect(open.pop()).toBe(name);
    else if (self !== '/') open.push(name ?? '');
  }
  expect(open).toEqual([]);
  expect(svg.replace(/<[^<>]*>/g, '')).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;|#\d+;)/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has none of them
  expect(svg).not.toMatch(/[\u0000-\u0009\u000b-\u001f]|[\ud800-\udbff](?![\udc00-\udfff])/);
}

describe('limit.svg', () => {
  const svg = limitOf(peakDay);

  test('is as reviewed', () => {
    expectGolden('limit.svg', svg);
  });

  test('is the same however much was drawn before', () => {
    strategiesSvg(peakDay);
    expect(limitOf(peakDay)).toBe(svg);
  });

  test('names its axes with units, what is recommended and what is not shown worse', () => {
    expect(texts(svg)).toEqual(
      expect.arrayContaining(['errors, % of requests', 'p95 with failures, s', 'limit', 'recommended: 4', 'balance point: 5', 'SLO ≤ 3 %']),
    );
    expect(texts(svg).join('\n')).toContain('not shown worse than the best, 4 to 6');
  });

  test('has a solid ground, and nothing for a pointer', () => {
    expect(svg).toContain('<rect width="760" height="600" x="0" y="0" fill="#ffffff">');
    expect(svg).not.toMatch(/<style|class=|ecmeta/);
  });

  test.each([1, 2, 40])('draws a sweep of %i values', (count) => {
    const limit = Array.from({ length: count }, (_, i) => i + 1);
    const variants = limit.map((each) => ({ name: `a@limit=${each}` }));
    expectWellFormed(limitOf(reportOf({ strategies: [{ name: 'a' }], sweep: { strategy: 'a', keys: { limit }, variants } })));
  });

  test('draws nothing but axes when every variant failed', () => {
    const failure = { code: 'livelock', message: 'm' };
    const variants: readonly Stated[] = [1, 2].map((limit) => ({ name: `a@limit=${limit}`, offered: 0, failure }));
    const drawn = limitOf(reportOf({ strategies: [{ name: 'a' }], sweep: { strategy: 'a', keys: { limit: [1, 2] }, variants } }));
    expectWellFormed(drawn);
    expect(drawn).not.toMatch(/NaN|Infinity|undefined/);
  });
});

test('several keys make several lines, the recommended one first', () => {
  const variants = [2, 1].flatMap((limit) =>
    [3, 4].map((attempts) => ({ name: `a@limit=${limit},attempts=${attempts}`, errorRate: 0.1 * limit })),
  );
  const report = reportOf({ strategies: [{ name: 'a' }], sweep: { strategy: 'a', keys: { limit: [2, 1], attempts: [3, 4] }, variants } });
  const sweep = sweepOf(report);
  const drawn =
    sweep === null
      ? null
      : limitLines({ ...sweep, rows: sweep.rows.map((row) => ({ ...row, recommended: row.settings[1]?.value === 4 })) }, 'limit');
  expect(drawn?.values.map(({ value }) => value)).toEqual([1, 2]);
  expect(drawn?.lines.map(({ name }) => name)).toEqual(['attempts=4', 'attempts=3']);
  expect(drawn?.lines[0]?.points.map(({ at, errors }) => [at, errors])).toEqual([
    [2, 20],
    [1, 10],
  ]);
});

describe('strategies.svg', () => {
  test('is as reviewed', () => {
    expectGolden('strategies.svg', strategiesSvg(peakDay));
  });

  test.each([1, 8, 25])('has %i names and figures', (count) => {
    const strategies = Array.from({ length: count }, (_, i) => ({ name: `strategy-${i}`, errorRate: 0.1 }));
    const shown = texts(strategiesSvg(reportOf({ strategies })));
    expect(shown.filter((text) => text.startsWith('strategy-'))).toHaveLength(count);
    expect(shown.filter((text) => text === '10.0 %')).toHaveLength(count);
  });

  test('what has no figure says so', () => {
    const shown = texts(
      strategiesSvg(
        reportOf({
          strategies: [
            { name: 'a', errorRate: 0.2, p95: null },
            { name: 'b', offered: 0 },
          ],
        }),
      ),
    );
    expect(shown).toContain('n/a: over 5 % failed');
    expect(shown.filter((text) => text === 'n/a')).toHaveLength(2);
  });
});

test('hostile names are text, nothing else', () => {
  const strategies = hostileNames.map((name) => ({ name }));
  const long = hostileNames[hostileNames.length - 1] ?? '';
  const variants = [1, 2].map((limit) => ({ name: `${long}@${long}=${limit}` }));
  const told = { name: long, strategies: [...strategies, { name: long }], sweep: { strategy: long, keys: { [long]: [1, 2] }, variants } };
  expectWellFormed(strategiesSvg(reportOf(told)));
  expectWellFormed(limitOf(reportOf(told)));
  expect(strategiesSvg(reportOf(told))).toContain('&lt;script&gt;');
});

test('names of what every object inherits leave the objects alone', () => {
  const names = ['__proto__', ...Object.getOwnPropertyNames(Object.prototype)];
  const before = names.map((name) => Object.getOwnPropertyNames(Reflect.get({}, name) ?? {}));
  const variants = [1, 2].map((limit) => ({ name: `__proto__@__proto__=${limit}` }));
  const told = { name: '__proto__', strategies: names.map((name) => ({ name })) };
  strategiesSvg(reportOf(told));
  limitOf(reportOf({ ...told, sweep: { strategy: '__proto__', keys: JSON.parse('{"__proto__": [1, 2]}'), variants } }));
  expect(names.map((name) => Object.getOwnPropertyNames(Reflect.get({}, name) ?? {}))).toEqual(before);
});

test.each([
  ['short', 10, 'short'],
  ['constructor', 11, 'constructor\u00a0'],
  ['limited-with-everything', 11, 'limit…thing'],
  // two cells each: five cells hold one on either side
  ['漢字漢字漢字', 6, '漢…字'],
  ['a\nb', 10, 'a\\u{a}b'],
])('%j in %i cells is %j', (text, cells, expected) => {
  expect(chartText(text, cells)).toBe(expected);
});

test.each([
  [0, 'ms'],
  [999, 'ms'],
  [12_000, 's'],
  [600_000, 'min'],
])('up to %d ms the axis is in %s', (longest, name) => {
  expect(timeUnitFor(longest).name).toBe(name);
});

describe('where every bound holds', () => {
  const slo = (bound: 'met' | 'missed' | 'undecided', value: number) => [
    { measure: 'errorRate', bound: 0.03, value, interval: null, verdict: bound },
  ];
  const variants: readonly Stated[] = [
    { name: 'a@limit=1', errorRate: 0.2, slo: slo('missed', 0.2) },
    { name: 'a@limit=2', errorRate: 0.02, slo: slo('met', 0.02) },
    { name: 'a@limit=3', errorRate: 0.028, slo: slo('undecided', 0.028) },
    { name: 'a@limit=4', errorRate: 0.032, slo: slo('undecided', 0.032) },
    { name: 'a@limit=6', errorRate: 0.03, slo: slo('met', 0.03) },
  ];
  const swept = (told: readonly Stated[], bounds: Readonly<Record<string, number>>) =>
    reportOf({
      ...{ strategies: [{ name: 'a' }], slo: bounds },
      sweep: { strategy: 'a', keys: { limit: told.map(({ name }) => Number(name.split('=')[1])) }, variants: told },
    });
  const regionIn = (report: Report) => {
    const sweep = sweepOf(report);
    return sweep === null ? undefined : limitPictures(report, sweep).region;
  };

  test('a figure within its bound counts, and what is shown is told apart; on the bound is within', () => {
    expect(regionIn(swept(variants, { errorRate: 0.03 }))).toEqual({ line: '', holding: '2 to 3, 6', shown: '2, 6' });
  });

  test('one bound that is missed is enough for nothing to hold; without bounds there is no region', () => {
    const both = variants.map((each) => ({ ...each, slo: [...(each.slo ?? []), ...slo('missed', 0.5)] }));
    expect(regionIn(swept(both, { errorRate: 0.03 }))).toEqual({ line: '', holding: '', shown: '' });
    expect(regionIn(swept(variants, {}))).toBeNull();
  });

  test('of several lines it is that of the first', () => {
    const crossed = [2, 3].map((attempts) => ({ ...variants[attempts - 2], name: `a@limit=1,attempts=${attempts}` }) as Stated);
    const report = reportOf({
      ...{ strategies: [{ name: 'a' }], slo: { errorRate: 0.03 } },
      sweep: { strategy: 'a', keys: { limit: [1], attempts: [2, 3] }, variants: crossed },
    });
    expect(regionIn(report)).toEqual({ line: 'attempts=2', holding: '', shown: '' });
  });

  test('each run of values is an area of its own, as wide as its values, in all three charts and in limit.svg', () => {
    const report = swept(variants, { errorRate: 0.03 });
    const sweep = sweepOf(report);
    if (sweep === null) throw new Error('nothing was swept');
    const pictures = limitPictures(report, sweep).pictures.map(({ svg }) => svg ?? '');
    expect(pictures).toHaveLength(3);
    for (const svg of pictures) {
      expectWellFormed(svg);
      expect(texts(svg).filter((text) => text === 'SLO holds')).toHaveLength(2);
      // Five values from 52 to 364: each is 62.4 wide. Edges of 2 to 3, then of 6, the last one.
      const uprights = [...svg.matchAll(/<path[^>]*d="M([\d.]+) 44L\1 232"[^>]*>/g)].map(([, x]) => Number(x));
      expect(uprights.map(Math.round)).toEqual([114, 239, 302, 364]);
    }
    const still = limitOf(report);
    expectWellFormed(still);
    expect(texts(still).filter((text) => text === 'SLO holds')).toHaveLength(2);
    expect(texts(still).join('\n')).toContain('hatched: every bound of slo holds');
  });
});

test.each([
  [[], []],
  [[4], [[4, 4]]],
  [
    [0, 1, 2, 5, 7, 8],
    [
      [0, 2],
      [5, 5],
      [7, 8],
    ],
  ],
])('runs of %j', (places, runs) => {
  expect(runsOf(places)).toEqual(runs);
});

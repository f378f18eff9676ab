import { describe, expect, test } from 'vitest';
import { hueCount, lookOf } from '../../../reports/formats/chart/looks.ts';
import { dark, light, properties, type Scheme } from '../../../sim/markup/colours.ts';

/** Relative luminance by WCAG 2: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

test('contrast as WCAG has it: black on white is 21, grey #767676 just enough', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('%s', (_, scheme: Scheme) => {
  const grounds = ['ground', 'panel', 'strong'] as const;
  const texts = ['ink', 'faint', 'accent', 'good', 'bad', 'warn'] as const;

  test.each(texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)))('%s on %s: 4.5 or more', (text, ground) => {
    expect(contrast(scheme[text], scheme[ground])).toBeGreaterThanOrEqual(4.5);
  });

  test('lines and bounds on the ground and on the shaded interval: 3 or more', () => {
    const lines = [scheme.errors, scheme.p95, scheme.goodput, scheme.bound, ...scheme.hues];
    for (const line of lines) expect(contrast(line, scheme.ground), line).toBeGreaterThanOrEqual(3);
    for (const line of [scheme.errors, scheme.p95, scheme.goodput, scheme.ink])
      expect(contrast(line, scheme.shade), line).toBeGreaterThanOrEqual(3);
  });

  test('has all hues, each of them another one', () => {
    expect(new Set(scheme.hues).size).toBe(hueCount);
    expect(properties(scheme).match(/--hue-\d:#[0-9a-f]{6}/g)).toHaveLength(hueCount);
  });
});

test('32 strategies look different without their colours being asked alone', () => {
  const looks = Array.from({ length: 32 }, (_, place) => lookOf(place));
  expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBe(32);
  // Of two neighbours neither hue, nor dash, nor symbol is the same.
  for (const [i, { hue, dash, symbol }] of looks.slice(1).entries()) {
    expect([hue === looks[i]?.hue, symbol === looks[i]?.symbol]).toEqual([false, false]);
    expect(dash).not.toEqual(looks[i]?.dash);
  }
});

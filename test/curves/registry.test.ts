import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { compileCurve, partScope } from '../../sim/curves/compile.ts';
import type { Curve, PartScope } from '../../sim/curves/curve.ts';
import { curveSchema, curves, rateCurveSchema, rateCurves } from '../../sim/curves/registry.ts';
import type { Plugin } from '../../sim/kernel/plugin.ts';
import { scopeOf } from './scope-of.ts';

const all = (registry: object) => Object.entries(registry) as [string, Plugin<unknown, Curve, PartScope>][];

/** Paths at which two values as written differ. */
function differences(a: unknown, b: unknown, path = ''): string[] {
  if (JSON.stringify(a) === JSON.stringify(b)) return [];
  const objects = [a, b].every((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
  if (!objects) return [path];
  const keys = [...new Set([...Object.keys(a as object), ...Object.keys(b as object)])];
  return keys.flatMap((key) => differences((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], `${path}.${key}`));
}

/** Top-level keys of a plug-in's options, or none when they are not an object. */
function keysOf(plugin: Plugin<unknown, Curve, PartScope>): string[] {
  const schema = z.toJSONSchema(plugin.options as z.ZodType, { io: 'input', unrepresentable: 'any' });
  return Object.keys(schema.properties ?? {}).map((key) => `.${key}`);
}

describe.each([...all(curves), ...all(rateCurves).map(([name, plugin]) => [`${name} of rates`, plugin] as const)])('%s', (name, plugin) => {
  test('is registered under its name and explains itself', () => {
    expect(plugin.name).toBe(name.replace(' of rates', ''));
    expect(plugin.summary).not.toBe('');
    expect(plugin.formula ?? '').toContain(plugin.name === 'file' ? 'hour,value' : 'c(t) =');
  });

  test('has a pair of examples for every option', () => {
    const changed = plugin.examples.flatMap(([a, b]) => differences(a, b));
    expect(changed.length).toBe(plugin.examples.length);
    expect([...new Set(changed)].sort()).toEqual(keysOf(plugin).length === 0 ? [''] : keysOf(plugin).sort());
  });

  test('changes its steps with each option', () => {
    for (const pair of plugin.examples) {
      const [a, b] = pair.map((example) => plugin.create(plugin.options.parse(example), partScope(scopeOf(), 'x')).steps());
      expect(a, JSON.stringify(pair)).not.toEqual(b);
    }
  });

  test('gives steps from 0 in whole microseconds, ascending, finite and not negative', () => {
    for (const example of plugin.examples.flat()) {
      const { atMicros, value } = plugin
        .create(plugin.options.parse(example), partScope(scopeOf('2026-10-24T05:00', 'Europe/Berlin'), 'x'))
        .steps();
      expect(atMicros[0]).toBe(0);
      expect(atMicros.length).toBe(value.length);
      expect(atMicros.every((at, i) => Number.isInteger(at) && (i === 0 || at > (atMicros[i - 1] ?? 0)))).toBe(true);
      expect(value.every((level) => Number.isFinite(level) && level >= 0)).toBe(true);
    }
  });

  test('is written back as it was read', () => {
    const schema = name.endsWith('of rates') ? rateCurveSchema : curveSchema;
    for (const example of plugin.examples.flat()) {
      const curve = plugin.name === 'curve' ? example : { [plugin.name]: example };
      const decoded = schema.parse(curve);
      expect(JSON.parse(JSON.stringify(decoded))).toEqual(decoded);
      expect(schema.parse(z.encode(schema, decoded))).toEqual(decoded);
    }
  });
});

describe('the schema', () => {
  const messages = (schema: z.ZodType, value: unknown) => JSON.stringify(schema.safeParse(value).error?.issues ?? 'fine');

  test.each([
    ['a negative number', -1, 'expected a number of at least 0, found -1'],
    ['a rate where a number belongs', '8/s', 'expected a number of at least 0'],
    ['two curves', { constant: 1, file: 'a.csv' }, 'expected exactly one curve, found 2: constant, file'],
    ['none', {}, 'expected one curve of: constant, hours, curve'],
    ['an unknown one', { sinus: 1 }, 'Unrecognized key'],
    ['an unknown profile', { curve: 'office' }, 'expected a profile, one of office-hours, azure-2024-conv'],
    ['low alone', { curve: 'office-hours', low: 1 }, 'expected low and high together'],
    ['low beside something else', { constant: 3, low: 1, high: 2 }, 'low and high stand only beside curve'],
    ['12 values', { hours: Array.from({ length: 12 }, () => 1) }, 'expected 24 or 168 values, found 12'],
    ['a day that is none', { window: { days: ['monday'], value: 1 } }, 'expected a day, one of mon, tue'],
    ['a window without length', { window: { from: '09:00', to: '09:00', value: 1 } }, 'expected from and to to differ'],
    ['a window that opens at 24:00', { window: { from: '24:00', to: '06:00', value: 1 } }, 'expected a time of day before'],
    ['a time without a unit', { steps: [{ at: '60', value: 1 }] }, 'expected a time of day such as'],
    ['a date that is none', { steps: [{ at: '2026-02-30T00:00', value: 1 }] }, 'expected a time of day such as'],
    ['a spike without decay', { spike: { at: '1m', height: 1, decay: '0s' } }, 'expected a duration above 0'],
    [
      'a fault deep inside',
      { sum: [1, { product: [1, { noise: { sd: -1, correlation: '1m' } }] }] },
      'expected a standard deviation of at least 0, found -1',
    ],
  ])('refuses %s', (_, value, message) => {
    expect(messages(curveSchema, value)).toContain(message.replaceAll('"', '\\"'));
  });

  test.each([
    ['a rate', '300/m', 5],
    ['a plain number', 5, undefined],
    ['hours of rates', { hours: Array.from({ length: 24 }, () => '60/m') }, 1],
    ['a rate times a factor', { product: ['2/s', 0.5] }, 1],
    ['a rate times a rate', { product: ['2/s', '2/s'] }, undefined],
    ['a sum of rates', { sum: ['2/s', '60/m'] }, 3],
    ['a rate plus a number', { sum: ['2/s', 1] }, undefined],
    ['a profile between rates', { curve: 'office-hours', low: '1/s', high: '2/s' }, 1],
  ])('of rates: %s', (_, value, atMidnight) => {
    const parsed = rateCurveSchema.safeParse(value);
    expect(parsed.success).toBe(atMidnight !== undefined);
    if (parsed.success) expect(compileCurve(parsed.data, scopeOf()).value[0]).toBe(atMidnight);
  });

  test('has a description and an example at every node that a user writes', () => {
    const missing: string[] = [];
    for (const [name, plugin] of [...all(curves), ...all(rateCurves)]) describeNodes(plugin.options as z.ZodType, name, missing);
    expect(missing).toEqual([]);
  });
});

/** Collects the paths of nodes without description or examples; nested curves are visited on their own. */
function describeNodes(schema: z.ZodType, path: string, missing: string[]): void {
  const meta = schema.meta();
  if (meta?.description === undefined || !Array.isArray(meta.examples)) missing.push(path);
  let inner: unknown = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault || inner instanceof z.ZodPrefault) inner = inner.unwrap();
  if (inner instanceof z.ZodObject) {
    for (const [key, child] of Object.entries(inner.shape)) describeNodes(child as z.ZodType, `${path}.${key}`, missing);
  } else if (inner instanceof z.ZodArray) describeNodes(inner.element as z.ZodType, `${path}[]`, missing);
}

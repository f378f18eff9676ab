import { z } from 'zod';
import { duration, number, rate, share } from '../../../sim/kernel/units.ts';
import type { Measure, Unit } from './measure.ts';
import { columns } from './percentiles.ts';
import { measures } from './registry.ts';

/** A measure that can be bounded, and how its bound is written in a scenario file. */
export interface SloKey {
  readonly measure: Measure;
  /** E.g. `errorRate: 0.03`, `latency: { p95: 30s }`. */
  readonly written: string;
}

const bounded = Object.values(measures).filter((measure) => measure.better !== 'neither');

/** Every `slo:` key, in the order of docs and tables. */
export function sloKeys(): readonly SloKey[] {
  return bounded.map((measure) => {
    const [outer, inner] = measure.name.split('.');
    return { measure, written: inner === undefined ? `${outer}: ${measure.example}` : `${outer}: { ${inner}: ${measure.example} }` };
  });
}

function boundSchema(unit: Unit) {
  if (unit === 'share') return share;
  if (unit === 'ms') return duration;
  return unit === 'perSecond' ? rate : number(0);
}

function sentence(measure: Measure): string {
  return `${measure.better === 'lower' ? 'At most' : 'At least'}: ${measure.describe}.`;
}

function boundOf(measure: Measure): z.ZodType {
  return boundSchema(measure.unit)
    .optional()
    .describe(sentence(measure))
    .meta({ examples: [measure.example] });
}

function group(outer: string, members: readonly Measure[]): z.ZodType {
  const inner = (measure: Measure) => measure.name.slice(outer.length + 1);
  const shape = Object.fromEntries(members.map((measure) => [inner(measure), boundOf(measure)]));
  const names = Object.keys(shape);
  const first = members[0] as Measure;
  return z
    .strictObject(shape)
    .refine((value) => names.some((name) => value[name] !== undefined), { error: `expected a bound on one of: ${names.join(', ')}` })
    .optional()
    .describe(`Bounds: ${columns[outer]?.describe ?? first.describe}.`)
    .meta({ examples: [{ [inner(first)]: first.example }] });
}

function writtenShape(): Record<string, z.ZodType> {
  const groups = new Map<string, Measure[]>();
  for (const measure of bounded) {
    const outer = measure.name.split('.')[0] as string;
    groups.set(outer, [...(groups.get(outer) ?? []), measure]);
  }
  return Object.fromEntries(
    [...groups].map(([outer, members]) => {
      const only = members[0] as Measure;
      return [outer, only.name === outer ? boundOf(only) : group(outer, members)];
    }),
  );
}

function flat(written: Readonly<Record<string, unknown>>): Record<string, number> {
  const bounds: Record<string, number> = {};
  for (const [outer, value] of Object.entries(written)) {
    if (typeof value === 'number') bounds[outer] = value;
    else for (const [inner, bound] of Object.entries(value ?? {})) if (typeof bound === 'number') bounds[`${outer}.${inner}`] = bound;
  }
  return bounds;
}

function nested(bounds: Readonly<Record<string, number>>): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  for (const [name, bound] of Object.entries(bounds)) {
    const [outer, inner] = name.split('.') as [string, string?];
    written[outer] = inner === undefined ? bound : { ...(written[outer] as object | undefined), [inner]: bound };
  }
  return written;
}

/**
 * Bounds on measures of the run: as written (`{ errorRate: 0.03, latency: { p95: 30s } }`) outside, by measure name
 * (`{ errorRate: 0.03, 'latency.p95': 30000 }`) inside. Durations in ms, rates per second.
 */
export const sloSchema = z
  .codec(z.strictObject(writtenShape()), z.record(z.string(), z.number()), { decode: flat, encode: nested })
  .describe('Bounds on measures of the run; a strategy that misses one is not recommended.')
  .meta({ examples: [{ errorRate: 0.03, latency: { p95: '30s' } }] });

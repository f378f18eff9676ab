import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { measureNamed, measures } from '../../reports/result/measures/registry.ts';
import { sloKeys, sloSchema } from '../../reports/result/measures/slo.ts';

describe('bounds in a scenario file', () => {
  it('are read by measure name, durations in ms', () => {
    expect(sloSchema.parse({ errorRate: 0.03, latency: { p95: '30s', p99: '1m' }, costUsd: 20, goodputPerSecond: '30/m' })).toEqual({
      errorRate: 0.03,
      'latency.p95': 30_000,
      'latency.p99': 60_000,
      costUsd: 20,
      goodputPerSecond: 0.5,
    });
  });

  it('are written back as they were', () => {
    const written = { errorRate: 0.03, latency: { p95: '30s', p99: '1m' }, tokens: { wasted: 1000 }, makespanMs: '2h' };
    expect(z.encode(sloSchema, sloSchema.parse(written))).toEqual(written);
  });

  it.each([
    ['a share above 1', { errorRate: 3 }, ['errorRate'], /share from 0 to 1, found 3/],
    ['a duration without unit', { latency: { p95: 30 } }, ['latency', 'p95'], /unit is missing/],
    ['a group that bounds nothing', { latency: {} }, ['latency'], /one of: p50, p90, p95, p99/],
    ['an unknown percentile', { latency: { p96: '1s' } }, ['latency'], /p96/],
    ['an unknown measure', { errorrate: 0.1 }, [], /errorrate/],
    // latency of ok requests alone would reward failing
    ['a measure without direction', { latencyOk: { p95: '30s' } }, [], /latencyOk/],
  ])('refuse %s', (_, written, path, message) => {
    const issues = sloSchema.safeParse(written).error?.issues ?? [];
    expect(issues[0]?.path).toEqual(path);
    expect(issues[0]?.message).toMatch(message);
  });

  it('have a description and an example at every node', () => {
    const walk = (schema: z.ZodType): number => {
      const { description, examples } = schema.meta() as { description?: string; examples?: unknown[] };
      expect(description).toMatch(/\.$/);
      expect(examples).toHaveLength(1);
      const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
      const shape = inner instanceof z.ZodObject ? (inner.shape as Record<string, z.ZodType>) : {};
      return Object.values(shape).reduce((nodes, child) => nodes + walk(child), 1);
    };
    const nodes = Object.values(sloSchema.in.shape).reduce((sum, schema) => sum + walk(schema), 0);
    expect(nodes).toBeGreaterThan(sloKeys().length);
  });
});

describe('the list of keys', () => {
  it('shows each bound as it is written in a file', () => {
    const written = sloKeys().map((key) => key.written);
    expect(written).toContain('errorRate: 0.03');
    expect(written).toContain('latency: { p95: 30s }');
    expect(written).toContain('costUsd: 20');
  });

  it.each(sloKeys().map(({ measure }) => [measure.name, measure] as const))(
    '%s: its example is a valid bound of that name',
    (name, measure) => {
      const [outer, inner] = name.split('.') as [string, string?];
      const bounds = sloSchema.parse({ [outer]: inner === undefined ? measure.example : { [inner]: measure.example } });
      expect(Object.keys(bounds)).toEqual([name]);
    },
  );
});

describe('the registry', () => {
  it('files every measure under its own name', () => {
    expect(Object.entries(measures).filter(([key, measure]) => key !== measure.name)).toEqual([]);
  });

  it('lists what is known when a name is not', () => {
    expect(() => measureNamed('errors')).toThrow(/unknown measure errors, known are: errorRate, /);
  });
});

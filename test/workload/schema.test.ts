import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { alternatives, definitionOf, metaOf } from '../../harness/scenario/schema-walk.ts';
import { arrivals } from '../../harness/workload/arrivals/registry.ts';
import { expandWorkload, workloadPresets } from '../../harness/workload/presets/registry.ts';
import { completeWorkload, workloadSchema } from '../../harness/workload/schema.ts';
import { traceFormats } from '../../harness/workload/traces/registry.ts';
import { listed } from './arrivals/run-arrivals.ts';

const poisson = { poisson: { rate: '7/s' } };

function problems(written: unknown): string[] {
  const result = workloadSchema.safeParse(written);
  return result.success ? [] : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

describe('a workload as written', () => {
  test('arrivals alone: one client, 500 tokens in, 200 out, streamed, the first model', () => {
    expect(completeWorkload(workloadSchema.parse({ arrivals: poisson }), 'big')).toEqual({
      clients: 1,
      model: 'big',
      arrivals: { poisson: { rate: 7 } },
      sizes: { input: 500, output: 200 },
      stream: true,
      urgent: 1,
    });
  });

  test('everything, in milliseconds and per second', () => {
    const written = {
      clients: 20,
      model: 'main/flagship',
      arrivals: {
        trace: {
          file: 'a.csv',
          format: { csv: { unit: 'ms', tick: '2s' } },
          repeat: true,
          shape: { curve: 'azure-2024-conv', mean: '30/m' },
        },
      },
      sizes: { input: '1k', output: { p50: 200, p99: 1500 }, maxTokens: 2000 },
      stream: false,
      urgent: 0.4,
      deadline: '60s',
      requests: '50k',
    };
    const format = { csv: { unit: 'ms', decimal: 'point', tick: 2000 } };
    const expected = {
      clients: 20,
      model: 'main/flagship',
      arrivals: { trace: { file: 'a.csv', format, speed: 1, repeat: true, shape: { curve: 'azure-2024-conv', mean: 0.5 } } },
      sizes: { input: 1000, output: { p50: 200, p99: 1500 }, maxTokens: 2000 },
      stream: false,
      urgent: 0.4,
      deadline: 60_000,
      requests: 50_000,
    };
    expect(completeWorkload(workloadSchema.parse(written), 'other')).toEqual(expected);
  });

  test.each<[string, unknown, string]>([
    [
      'no arrivals',
      {},
      'arrivals: expected one arrival process of: poisson, constant, burst, ramp, users, batch, at, trace, or a preset; found none',
    ],
    [
      'two kinds of arrivals',
      { arrivals: { ...poisson, at: ['1s'] } },
      'arrivals: expected exactly one arrival process, found 2: poisson, at',
    ],
    [
      'a rate without unit',
      { arrivals: { constant: { rate: 7 } } },
      'arrivals.constant.rate: expected a rate such as 8/s or 300/m, found 7 (the unit is missing: /s, /m or /h)',
    ],
    ['no rate at all', { arrivals: { constant: { rate: '0/s' } } }, 'arrivals.constant.rate: expected a rate above 0'],
    ['a ramp of nothing', { arrivals: { ramp: { from: '0/s', to: '0/s', over: '1m' } } }, 'arrivals.ramp: expected from or to above 0'],
    ['no clients', { arrivals: poisson, clients: 0 }, 'clients: expected a whole number from 1 to 1000000 (50000, 50k or 1M), found 0'],
    [
      'a speed of 0',
      { arrivals: { trace: { file: 'a', format: 'azure', speed: 0 } } },
      'arrivals.trace.speed: expected a factor above 0, found 0',
    ],
    [
      'sizes of a trace that is not there',
      { arrivals: poisson, sizes: 'trace' },
      'sizes: expected input and output tokens: there are none to take, the arrivals do not come from a trace',
    ],
    [
      'sizes of a trace without them',
      { arrivals: { trace: { file: 'a', format: { csv: { output: false } } } }, sizes: 'trace' },
      'sizes: expected input and output tokens: the trace is said to have no column for them',
    ],
  ])('%s', (_, written, problem) => {
    expect(problems(written)).toEqual([problem]);
  });

  test('percentiles the wrong way round', () => {
    const result = workloadSchema.safeParse({ arrivals: poisson, sizes: { input: { p50: 10, p99: 5 } } });
    expect(JSON.stringify(result.error)).toContain('expected p99 to be at least p50');
  });
});

describe('written back and read again it is the same', () => {
  const written: [string, unknown][] = [
    ...Object.values(arrivals).flatMap(({ name, examples }) =>
      examples.flat().map((options): [string, unknown] => [name, { arrivals: { [name]: options } }]),
    ),
    ...Object.values(workloadPresets).map(({ name, workload }): [string, unknown] => [name, workload]),
  ];
  test.each(written)('%s %j', (_, workload) => {
    const decoded = workloadSchema.parse(workload);
    expect(workloadSchema.parse(z.encode(workloadSchema, decoded))).toEqual(decoded);
  });
});

describe('ready workloads', () => {
  test.each(Object.entries(workloadPresets))('%s is a whole workload under its own name', (name, preset) => {
    expect(preset.name).toBe(name);
    expect(problems(expandWorkload({ preset: name }))).toEqual([]);
  });

  test('keys beside a preset replace its own', () => {
    const { workload } = workloadPresets['office-automation'];
    expect(expandWorkload({ preset: 'office-automation', clients: 9 })).toEqual({ ...workload, preset: 'office-automation', clients: 9 });
  });

  test.each([
    ['nothing', undefined],
    ['a list', []],
    ['an unknown name', { preset: 'office' }],
    ['an inherited name', { preset: 'toString' }],
  ])('%s is left to the schema', (_, written) => {
    expect(expandWorkload(written)).toBe(written);
  });

  const perHour = (name: keyof typeof workloadPresets, hour: number) =>
    listed(workloadPresets[name].workload.arrivals, { lengthMs: 24 * 3_600_000 }).filter(
      ({ atMicros }) => Math.floor(atMicros / 3.6e9) === hour,
    ).length;

  test('automation is dense when offices are: 1,800 an hour at noon, 36 at night', () => {
    expect(Math.abs(perHour('office-automation', 12) - 1800)).toBeLessThanOrEqual(3 * Math.sqrt(1800));
    expect(Math.abs(perHour('office-automation', 2) - 36)).toBeLessThanOrEqual(3 * Math.sqrt(36));
  });

  // The top is at 10:15, the time constant 2 h: ∫ 3/s · e^(−t / 2 h) from 2.75 h to 3.75 h after it, and 0.1/s.
  test('a launch is quiet before it and fades after it', () => {
    const at13 = 360 + 3600 * 3 * 2 * (Math.exp(-2.75 / 2) - Math.exp(-3.75 / 2));
    expect(Math.abs(perHour('popular-launch', 9) - 360)).toBeLessThanOrEqual(3 * Math.sqrt(360));
    expect(Math.abs(perHour('popular-launch', 13) - at13)).toBeLessThanOrEqual(3 * Math.sqrt(at13));
  });

  test('one person asks twelve times an hour by day and never at night', () => {
    expect(Math.abs(perHour('manual-now-and-then', 15) - 12)).toBeLessThanOrEqual(3 * Math.sqrt(12));
    expect(perHour('manual-now-and-then', 3)).toBe(0);
  });
});

describe('whoever reads the schema is told', () => {
  /** Paths of keys and list entries without a description or an example; alternatives are looked at one by one. */
  function bare(schema: z.ZodType, path: string, seen: Set<z.ZodType>): string[] {
    return alternatives(schema).flatMap((node) => {
      if (seen.has(node)) return [];
      seen.add(node);
      const { shape, element } = definitionOf(node);
      const children = [...Object.entries(shape ?? {}), ...(element === undefined ? [] : [['[]', element] as const])];
      return children.flatMap(([key, child]) => {
        const { description, examples } = metaOf(child);
        const here = description === undefined || examples === undefined || examples.length === 0 ? [`${path}.${key}`] : [];
        return [...here, ...bare(child, `${path}.${key}`, seen)];
      });
    });
  }

  test('every key has a description and an example', () => {
    expect(bare(workloadSchema, 'workload', new Set())).toEqual([]);
  });

  test('and every example is right', () => {
    const examples = (schema: z.ZodType): unknown[] => [...(metaOf(schema).examples ?? [])];
    const { shape } = definitionOf(workloadSchema);
    for (const [key, schema] of Object.entries(shape ?? {}))
      for (const example of examples(schema)) expect([key, schema.safeParse(example).success]).toEqual([key, true]);
    for (const plugin of [...Object.values(arrivals), ...Object.values(traceFormats)] as {
      readonly name: string;
      readonly options: z.ZodType;
    }[])
      for (const example of examples(plugin.options))
        expect([plugin.name, plugin.options.safeParse(example).success]).toEqual([plugin.name, true]);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Slice } from '../../harness/learn/learnt.ts';
import { profiles } from '../../sim/curves/data/registry.ts';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { learnText } from './run-logs.ts';

const text = (...parts: string[]): string => readFileSync(packagePath(...parts), 'utf8');
const data = (name: string): string => text('test', 'learn', 'data', name);

/** Hours whose published mean is not in the interval, and how far the means are apart at most. */
function against(slices: readonly Slice[], published: readonly number[]): { readonly outside: readonly number[]; readonly apart: number } {
  const apart = slices.map(({ arrivals }, hour) => Math.abs((arrivals.perHour ?? Number.NaN) / (published[hour] ?? Number.NaN) - 1));
  const outside = slices.flatMap(({ arrivals: { interval } }, hour) => {
    const value = published[hour] ?? Number.NaN;
    return interval !== null && value >= interval[0] && value <= interval[1] ? [] : [hour];
  });
  return { outside, apart: Math.max(...apart) };
}

describe('calls an hour of a week of Azure OpenAI', () => {
  test.each([
    ['code', 'azure-2024-code'],
    ['conv', 'azure-2024-conv'],
  ] as const)('%s: each hour of working days and weekends as published', async (model, profile) => {
    const learnt = await learnText(data('azure-2024-hourly.csv'), { model });
    const { hours } = profiles[profile];
    expect([learnt.days, learnt.refused]).toEqual([7, null]);
    for (const [slices, published] of [
      [learnt.working, hours.slice(0, 24)],
      [learnt.weekend, hours.slice(120, 144)],
    ] as const) {
      const { outside, apart } = against(slices ?? [], published);
      expect(outside).toEqual([]);
      // The published means are rounded to whole requests.
      expect(apart).toBeLessThan(1e-4);
    }
  });
});

test('two weeks of a model of ServeGen: each hour of the day as published', async () => {
  const learnt = await learnText(data('servegen-m-small.csv'), {}, { columns: { time: 'start_s' } });
  const { outside, apart } = against(
    learnt.hours,
    profiles['servegen-m-small'].hours.map((perSecond) => perSecond * 3600),
  );
  expect([learnt.days, outside]).toEqual([14, []]);
  // Rates are published to a tenth a second.
  expect(apart).toBeLessThan(1e-4);
  expect(learnt.fit).toMatchObject({ learnedDays: 10, heldDays: 4, arrivals: { hours: 24 } });
});

test('a morning of BurstGPT: its hours as they stand in the file, and what it does not say', async () => {
  const trace = text('examples', 'traces', 'burstgpt-400.csv');
  const learnt = await learnText(
    trace,
    { model: 'ChatGPT' },
    { columns: { time: 'Timestamp:s', model: 'Model', input: 'Request tokens', output: 'Response tokens' } },
  );
  const seconds = trace
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .filter(([, model]) => model === 'ChatGPT')
    .map(([at]) => Number(at));
  const counts = Array.from({ length: 24 }, (_, hour) => seconds.filter((at) => Math.floor(at / 3600) === hour).length);
  expect(learnt.hours.map(({ arrivals }) => arrivals.count)).toEqual(counts);
  for (const { arrivals, hour } of learnt.hours.slice(1, 10)) {
    const [low, high] = arrivals.interval ?? [Number.NaN, Number.NaN];
    expect(low).toBeLessThanOrEqual(counts[hour ?? 0] ?? Number.NaN);
    expect(high).toBeGreaterThanOrEqual(counts[hour ?? 0] ?? Number.NaN);
    // Pieces of ten minutes of one morning: an error of at most the calls themselves, and of one call where there are few.
    expect(arrivals.error).toBeLessThanOrEqual(Math.max(2, counts[hour ?? 0] ?? 0));
  }
  expect([learnt.refused, learnt.spells, learnt.quiet, learnt.service.latencyMs]).toEqual([null, null, null, null]);
  expect(learnt.unknown.join(' ')).toContain('no column says how calls ended');
});

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadTrace } from '../../../harness/workload/trace-files.ts';
import { profiles } from '../../../sim/curves/data/registry.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { hourMs, listed, timesOf } from './run-arrivals.ts';

const s = 1_000_000;
const folder = mkdtempSync(join(tmpdir(), 'trace-'));
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return { file: name, format: { csv: { unit: 's' } } };
};
/** Four requests, 2, 3 and 1 s apart: mean gap 2 s. */
const four = file('four.csv', 'time,input,output\n100,1,10\n102,2,20\n105,3,30\n106,4,40\n');
const instant = file('instant.csv', 'time,input,output\n7,1,1\n7,2,2\n');
const failed = file('failed.csv', 'time,input,output\n0,0,0\n1,5,0\n2,6,60\n3,0,0\n4,7,70\n');
const unknown = { ...file('unknown.csv', 'time\n0\n1\n'), format: { csv: { unit: 's', input: false, output: false } } };
const conversation = { file: 'azure-conv.csv', format: 'azure' };

describe('a trace is played as it was recorded', () => {
  test.each<[string, object, number[]]>([
    ['once, from its first row', four, [0, 2 * s, 5 * s, 6 * s]],
    ['twice as fast', { ...four, speed: 2 }, [0, s, 2.5 * s, 3 * s]],
    ['at a third of its speed, each time rounded once', { ...four, speed: 3 }, [0, 666_667, 1_666_667, 2 * s]],
    [
      'again and again, one mean gap between the rounds',
      { ...four, repeat: true, start: 'first' },
      [0, 2, 5, 6, 8, 10, 13, 14, 16].map((at) => at * s),
    ],
    ['rows of one instant', instant, [0, 0]],
  ])('%s', (_, trace, times) => {
    expect(timesOf({ trace }, { folder, most: 9 })).toEqual(times);
  });

  test('with its tokens', () => {
    expect(listed({ trace: four }, { folder })[1]).toEqual({ atMicros: 2 * s, inputTokens: 2, outputTokens: 20 });
  });

  test('the whole conversation trace: 19,366 arrivals, the same in every replication', () => {
    expect(timesOf({ trace: conversation })).toHaveLength(19_366);
    expect(timesOf({ trace: conversation }, { replication: 3 })).toEqual(timesOf({ trace: conversation }));
  });

  test('a failed request takes the size of the last one before it that is known', () => {
    const sizes = listed({ trace: failed }, { folder }).map(({ inputTokens, outputTokens }) => [inputTokens, outputTokens]);
    expect(sizes).toEqual([
      [7, 70],
      [5, 70],
      [6, 60],
      [6, 60],
      [7, 70],
    ]);
  });

  test('a trace without tokens gives none', () => {
    expect(listed({ trace: unknown }, { folder })).toEqual([{ atMicros: 0 }, { atMicros: s }]);
  });
});

describe('a repeating trace starts on a random row', () => {
  const gaps = (replication: number) => timesOf({ trace: { ...four, repeat: true } }, { folder, replication, most: 4 });
  const rounds = [
    [0, 2, 5, 6],
    [0, 3, 4, 6],
    [0, 1, 3, 5],
    [0, 2, 4, 7],
  ].map((times) => times.map((at) => at * s));

  test('every row begins some replication, and the order of rows stays', () => {
    const starts = Array.from({ length: 60 }, (_, replication) => rounds.findIndex((round) => String(round) === String(gaps(replication))));
    expect(new Set(starts)).toEqual(new Set([0, 1, 2, 3]));
  });

  test('one that does not repeat ends with its last row', () => {
    const counts = Array.from(
      { length: 60 },
      (_, replication) => timesOf({ trace: { ...four, start: 'random' } }, { folder, replication }).length,
    );
    expect(new Set(counts)).toEqual(new Set([1, 2, 3, 4]));
  });

  test('a trace that takes no time cannot repeat or be shaped', () => {
    const flat = { curve: 'office-hours', mean: '0.1/s' };
    for (const trace of [
      { ...instant, repeat: true },
      { ...instant, shape: flat },
    ])
      expect(() => timesOf({ trace }, { folder })).toThrow('found all of it at one instant');
  });
});

describe('a shaped trace has the rate of the day', () => {
  const shape = { curve: 'azure-2024-conv', mean: '0.5/s' };
  const day = { lengthMs: 24 * hourMs };
  const trace = { ...conversation, repeat: true, shape };

  // An hour is one round of the recording (3,502 s) and 98 s of another one; the busiest minute has 1.52 times the mean
  // rate, so those 98 s hold 98 · 5.53 rows give or take 0.52 of that. Each row is then kept or not.
  test('hour by hour: mean · profile / mean of the profile, within 3 standard errors', () => {
    const runs = 4;
    const profile = profiles['azure-2024-conv'].hours;
    const monday = profile.slice(0, 24);
    const dayMean = monday.reduce((sum, value) => sum + value, 0) / 24;
    const counts = new Array<number>(24).fill(0);
    for (let replication = 0; replication < runs; replication++) {
      for (const time of timesOf({ trace }, { ...day, replication })) counts[Math.floor(time / 3600 / s)]! += 1;
    }
    const meanRate = 19_365 / 3501.721937;
    for (const [hour, count] of counts.entries()) {
      const rate = (0.5 * (profile[hour] ?? 0)) / dayMean;
      const kept = rate / meanRate;
      const rest = (kept * 0.52 * 98 * meanRate) / 2;
      const deviation = Math.sqrt(runs * (3600 * rate * (1 - kept) + rest * rest));
      expect(Math.abs(count - runs * 3600 * rate)).toBeLessThanOrEqual(3 * deviation);
    }
  });

  test('a flat curve keeps the share mean / rate of the trace', () => {
    const kept = timesOf({ trace: { ...conversation, shape: { curve: 1, mean: '1/s' } } }).length;
    const share = 1 / (19_365 / 3501.721937);
    expect(Math.abs(kept - 19_366 * share)).toBeLessThanOrEqual(3 * Math.sqrt(19_366 * share * (1 - share)));
  });

  test('half the mean keeps a part of the same rows', () => {
    const all = new Set(timesOf({ trace }, day));
    const half = timesOf({ trace: { ...trace, shape: { ...shape, mean: '0.25/s' } } }, day);
    expect(half.length).toBeGreaterThan(0);
    expect(half.every((time) => all.has(time))).toBe(true);
  });

  // 5.53 rows a second; the weekday peak of the profile is above its weekly mean, so that mean cannot be reached.
  test('more than the trace has is refused with the speed that would do', () => {
    const run = (speed: number) => timesOf({ trace: { ...trace, speed, shape: { curve: 1, mean: '11.06/s' } } }, { most: 10 });
    expect(() => run(1)).toThrow(
      'workload.arrivals.trace.speed: expected at least 2: at its highest the shape asks for 11.1/s, the trace has 5.53/s',
    );
    expect(() => run(1.9)).toThrow('expected at least 2:');
    expect(run(2)).toHaveLength(10);
  });

  test('a shape that keeps nothing any more ends with the run', () => {
    const hours = [1, ...new Array<number>(23).fill(0)];
    const times = timesOf(
      { trace: { ...conversation, repeat: true, shape: { curve: { hours }, mean: '0.1/s' } } },
      { lengthMs: 2 * hourMs },
    );
    expect(times.length).toBeGreaterThan(0);
    expect(times.every((time) => time < 3600 * s)).toBe(true);
  });

  test('a curve without a period has no mean to go by', () => {
    const spike = { spike: { at: '10:00', height: 3, decay: '1h' } };
    expect(() => timesOf({ trace: { ...conversation, shape: { curve: spike, mean: '1/s' } } })).toThrow(
      'workload.arrivals.trace.shape.curve: expected a curve with a period',
    );
  });
});

test('traces of the package are found by name', () => {
  for (const name of ['azure-code-2000.csv', 'azure-conv.csv'])
    expect(loadTrace(name, 'azure', packagePath('docs')).length).toBeGreaterThan(0);
});

import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { count, number, positiveDuration } from '../../../sim/kernel/units.ts';
import { decreaseOption, type Level, levelOptions, withinBounds } from './level-options.ts';
import type { Limit, LimitSample, LimitScope } from './limit.ts';
import { roundTrips, sameInstantMs } from './round-trips.ts';

export interface GradientOptions extends Level {
  readonly max: number;
  readonly window: number;
  readonly remeasure: number;
  readonly samples: number;
  readonly percentile: number;
  readonly buffer: number;
  readonly decrease: number;
}

/** Windows in a row at the least limit after which the duration without load is doubted. */
const windowsAtLeast = 5;

/** Compares durations with those measured at the least limit, window by window. */
export const gradient = define<GradientOptions, Limit, LimitScope>({
  name: 'gradient',
  summary: 'goes down to its least limit now and then to measure durations there, and then follows them from window to window',
  formula:
    'At limit min until samples successes sent since then have ended: t₀ = their percentile. Then at the end of each window, t the percentile of its successes: g = clamp(t₀ · (1 + buffer) / t, 0.5, 2); L ← ⌊g · L + √(g · L)⌋ within min … max, no more than before where 2 · the most in flight < L. t₀ is measured anew after remeasure, or after 5 windows in a row at min. Windows without a success change nothing; one ends with the first attempt that ends after it. Source: Envoy, adaptive concurrency, gradient controller; there window and remeasure have no defaults (0.1s and 60s in its manual, for calls of milliseconds), initial is min, nothing guards unused room, and the interval has a jitter. A refusal or loss, which the source does not tell from an answer: L ← ⌊decrease · L⌋, once a round trip; its duration counts for nothing.',
  options: withinBounds(
    z.strictObject({
      ...levelOptions(3, 3, 1000),
      window: positiveDuration
        .default(10_000)
        .describe('From one new limit to the next; a few times as long as an answer takes')
        .meta({ examples: ['10s'] }),
      remeasure: positiveDuration
        .default(600_000)
        .describe('From one measurement of the duration without load to the next')
        .meta({ examples: ['10m'] }),
      samples: count(1)
        .default(50)
        .describe('Successes that one measurement takes')
        .meta({ examples: [50] }),
      percentile: z
        .number()
        .gt(0)
        .max(1)
        .default(0.5)
        .describe('Of the durations of a measurement or window; 0.5 is the median')
        .meta({ examples: [0.5] }),
      buffer: number(0, 'a number')
        .default(0.25)
        .describe('Durations may be longer than measured by this share before the limit shrinks')
        .meta({ examples: [0.25] }),
      decrease: decreaseOption,
    }),
  )
    .describe('By durations against those at the least limit')
    .meta({ examples: [{ min: 3, max: 1000, window: '10s', remeasure: '10m' }] }),
  examples: [
    [{ initial: 3 }, { initial: 10 }],
    [
      { initial: 10, min: 3 },
      { initial: 10, min: 2 },
    ],
    [{ max: 1000 }, { max: 6 }],
    [{ window: '10s' }, { window: '60s' }],
    [{ remeasure: '10m' }, { remeasure: '60m' }],
    [{ samples: 50 }, { samples: 20 }],
    [{ percentile: 0.5 }, { percentile: 0.9 }],
    [{ buffer: 0.25 }, { buffer: 0.1 }],
    [{ decrease: 0.9 }, { decrease: 0.5 }],
  ],
  create: (options) => create(options),
});

function create(options: GradientOptions): Limit {
  const { window, remeasure, samples, decrease, min } = options;
  const isNewLoss = roundTrips();
  const seen = durationsOf(options.percentile);
  let level = options.initial;
  let measuring = true;
  let sinceMs = 0;
  let remeasureAtMs = 0;
  let windowEndMs = 0;
  let noLoadMs = 0;
  let mostInFlight = 0;
  let atLeast = 0;

  const endMeasurement = (nowMs: number): void => {
    noLoadMs = seen.take() ?? noLoadMs;
    measuring = false;
    mostInFlight = 0;
    atLeast = 0;
    windowEndMs = nowMs + window;
    remeasureAtMs = nowMs + remeasure;
  };
  const endWindow = (nowMs: number): void => {
    windowEndMs += window * (Math.floor((nowMs - windowEndMs) / window) + 1);
    const durationMs = seen.take();
    if (durationMs !== undefined) {
      const next = nextLevel(level, noLoadMs / durationMs, 2 * mostInFlight < level, options);
      atLeast = level === min && next === min ? atLeast + 1 : 0;
      level = next;
    }
    mostInFlight = 0;
    measuring = nowMs >= remeasureAtMs || atLeast >= windowsAtLeast;
    if (measuring) sinceMs = nowMs;
  };
  return {
    current: () => (measuring ? min : level),
    ended(sample: LimitSample) {
      const { verdict, nowMs, durationMs, inFlight } = sample;
      if (!measuring && nowMs >= windowEndMs) endWindow(nowMs);
      if (verdict === 'failure' && isNewLoss(sample)) level = Math.max(min, Math.floor(level * decrease));
      mostInFlight = Math.max(mostInFlight, inFlight);
      // What was sent under another limit than the one measured says nothing about it.
      if (verdict !== 'success' || durationMs <= 0 || nowMs - durationMs < sinceMs - sameInstantMs) return;
      seen.add(durationMs);
      if (measuring && seen.count >= samples) endMeasurement(nowMs);
    },
  };
}

/** The limit after a window whose durations were `1 / slope` times as long as without load; `spare`: it had room that nobody used. */
function nextLevel(level: number, slope: number, spare: boolean, { buffer, min, max }: GradientOptions): number {
  const aim = level * Math.max(0.5, Math.min(2, slope * (1 + buffer)));
  return Math.max(min, Math.min(spare ? level : max, Math.floor(aim + Math.sqrt(aim))));
}

/** Durations since the last `take`, which returns the percentile of them by nearest rank; undefined when there are none. */
function durationsOf(percentile: number) {
  let all: number[] = [];
  return {
    get count() {
      return all.length;
    },
    add: (durationMs: number): void => void all.push(durationMs),
    take(): number | undefined {
      const sorted = Float64Array.from(all).sort();
      all = [];
      return sorted[Math.max(0, Math.ceil(percentile * sorted.length) - 1)];
    },
  };
}

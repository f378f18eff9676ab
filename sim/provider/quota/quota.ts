import type { QuotaSpec } from '../spec.ts';
import type { Bucket } from './bucket.ts';
import { createFixedWindow, windowEnd } from './fixed-window.ts';
import { createSlidingWindow } from './sliding-window.ts';
import { createTokenBucket } from './token-bucket.ts';

const minute = 60_000_000;

/** What ran out. `day` counts requests. */
export type QuotaKind = 'requests' | 'tokens' | 'input-tokens' | 'output-tokens' | 'day' | 'concurrent';

/** One bucket and what an attempt costs it: perRequest + perInput · input + perMax · maximum output tokens. */
export interface Meter {
  readonly kind: Exclude<QuotaKind, 'concurrent'>;
  /** The figure a provider prints: a minute's or a day's worth, whatever the bucket holds. */
  readonly limit: number;
  readonly bucket: Bucket;
  readonly perRequest: 0 | 1;
  readonly perInput: 0 | 1;
  readonly perMax: 0 | 1;
  /** Charged for each output token when the attempt ends. */
  readonly perOutput: 0 | 1;
  /** What must be there at admission even if less is charged then: one token where output is charged later. */
  readonly least: 0 | 1;
  /** A refused attempt takes min(1, what is there). */
  readonly countsRefused: boolean;
  /** An attempt refused later for lack of capacity keeps its count. */
  readonly keepsCapacityRefused: boolean;
}

/** How many attempts may be under way at once, and how many are. */
export interface Concurrency {
  readonly limit: number;
  busy: number;
}

/** The limits of one model or one account; `createQuotaGroup` joins those that apply to an attempt. */
export interface Quota {
  readonly meters: readonly Meter[];
  readonly concurrency: Concurrency | undefined;
}

export interface QuotaScope {
  /** The first 00:00 of the zone after `now`, in microseconds of the run. */
  dayEndsMicros(now: number): number;
}

/**
 * Quotas as written, as buckets. `burst` requests are what a bucket holds or what one window admits, tokens in the same
 * proportion; a fixed or sliding window is then burst / rpm of a minute long, so that the rate is the same in the mean.
 * Where nothing bounds requests a minute, buckets hold and windows last a minute.
 * `charge: max-tokens` takes input and maximum output at admission; `actual` takes input then, and output at the end.
 */
export function createQuota(spec: QuotaSpec, scope: QuotaScope): Quota {
  const minutes = spec.burst === undefined || spec.rpm === undefined ? 1 : spec.burst / spec.rpm;
  const later = spec.charge === 'actual' ? 1 : 0;
  const meters: Meter[] = [];

  function add(kind: Meter['kind'], limit: number | undefined, bucket: (limit: number) => Bucket, cost: Partial<Meter>): void {
    if (limit === undefined) return;
    const counts = { countsRefused: false, keepsCapacityRefused: false };
    meters.push({ kind, limit, bucket: bucket(limit), perRequest: 0, perInput: 0, perMax: 0, perOutput: 0, least: 0, ...counts, ...cost });
  }

  const perMinute = (limit: number): Bucket => createBucket(spec.window, limit, minutes);
  const output = later === 1 ? ({ perOutput: 1, least: 1 } as const) : ({ perMax: 1 } as const);
  const keepsCapacityRefused = spec.countRefused.capacity;
  add('requests', spec.rpm, perMinute, { perRequest: 1, countsRefused: spec.countRefused.quota, keepsCapacityRefused });
  add('tokens', spec.tpm, perMinute, { perInput: 1, ...output });
  add('input-tokens', spec.inputTpm, perMinute, { perInput: 1 });
  add('output-tokens', spec.outputTpm, perMinute, output);
  add('day', spec.rpd, (limit) => createFixedWindow(limit, scope.dayEndsMicros), { perRequest: 1, keepsCapacityRefused });
  return { meters, concurrency: spec.concurrent === undefined ? undefined : { limit: spec.concurrent, busy: 0 } };
}

/** A limit of so many a minute; `minutes` is how much of it may come at once. */
function createBucket(window: QuotaSpec['window'], limit: number, minutes: number): Bucket {
  const size = Math.max(1, Math.floor(limit * minutes));
  if (window === 'token-bucket') return createTokenBucket(size, limit);
  const length = Math.ceil(minute * minutes);
  return window === 'fixed' ? createFixedWindow(size, windowEnd(length)) : createSlidingWindow(size, length);
}

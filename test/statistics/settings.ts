import type { PercentileSetting, ShareSetting } from './coverage.ts';

/** A day of the ready scenario has so many requests. */
const day = 43_000;

/** Few errors, errors that come together, and noise that no run evens out, over as many replications as commands make. */
export const shareSettings: readonly ShareSetting[] = [
  { replications: 5, requests: 1000, rate: 0.0002 },
  { replications: 5, requests: 5000, rate: 0.0002 },
  { replications: 5, requests: day, rate: 0.0002 },
  { replications: 5, requests: day, rate: 0.0002, slow: 0.5 },
  { replications: 5, requests: day, rate: 0.0002, spell: 5 },
  { replications: 5, requests: 5000, rate: 0.02, slow: 0.3 },
  { replications: 5, requests: day, rate: 0.12 },
  { replications: 5, requests: day, rate: 0.12, slow: 0.15 },
  { replications: 5, requests: day, rate: 0.12, slow: 0.5 },
  { replications: 10, requests: 5000, rate: 0.0002 },
  { replications: 10, requests: day, rate: 0.02, slow: 0.3 },
  { replications: 10, requests: day, rate: 0.02, spell: 20 },
  { replications: 40, requests: 5000, rate: 0.02, slow: 0.3 },
];

/** Where the interval is too narrow, and how often it holds the truth there at least. */
export const narrow: readonly (ShareSetting & { readonly atLeast: number })[] = [
  { replications: 3, requests: 5000, rate: 0.02, slow: 0.15, atLeast: 0.92 },
  { replications: 2, requests: 5000, rate: 0.02, slow: 0.3, atLeast: 0.85 },
  { replications: 5, requests: 5000, rate: 0.0002, spell: 5, atLeast: 0.6 },
];

export const percentileSettings: readonly PercentileSetting[] = [
  { replications: 5, requests: 400, percentile: 'p95', slow: 0 },
  { replications: 5, requests: 400, percentile: 'p95', slow: 0.3 },
  { replications: 10, requests: 400, percentile: 'p95', slow: 0.1 },
  { replications: 5, requests: 2000, percentile: 'p99', slow: 0.1 },
];

/** Replications, and the standard deviation of the logarithm of their figures. */
export const meanSettings = [
  { replications: 5, skew: 0.1 },
  { replications: 5, skew: 0.5 },
  { replications: 10, skew: 0.3 },
] as const;

const percent = (share: number): string => `${Number((100 * share).toPrecision(4))} %`;
const thousands = (count: number): string => String(count).replace(/(?<=\d)(?=\d{3}$)/, ',');
const differing = (slow: number): string => (slow === 0 ? 'replications alike' : `replications differ by ${percent(slow)}`);

export function shareText({ replications, requests, rate, slow = 0, spell }: ShareSetting): string {
  const how = spell === undefined ? differing(slow) : `in spells of ${spell}`;
  return `${replications} × ${thousands(requests)} requests, ${percent(rate)} fail, ${how}`;
}

export function percentileText({ replications, requests, percentile, slow }: PercentileSetting): string {
  return `${percentile} of ${replications} × ${thousands(requests)} latencies, ${differing(slow)}`;
}

export function meanText({ replications, skew }: (typeof meanSettings)[number]): string {
  return `mean of ${replications} skewed figures, ${differing(skew)}`;
}

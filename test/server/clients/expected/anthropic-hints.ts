import type { Bounds } from '../waits.ts';

const exactly = (ms: number): Bounds => [ms, ms];

/** Its first backoff. */
const own: Bounds = [375, 500];

/**
 * What `@anthropic-ai/sdk` 1.14 does after a 429 with these headers: a wait above 0 that one timer can hold, 2³¹ − 1 ms, is
 * kept however long; anything else is no hint. Source: the package's own code.
 */
export const anthropicHints: readonly (readonly [headers: Readonly<Record<string, string>>, wait: Bounds])[] = [
  [{}, own],
  [{ 'retry-after': '0' }, own],
  [{ 'retry-after': '0.25' }, exactly(250)],
  [{ 'retry-after': '60' }, exactly(60_000)],
  [{ 'retry-after': '60.001' }, exactly(60_001)],
  [{ 'retry-after': '86400' }, exactly(86_400_000)],
  [{ 'retry-after': '2147483' }, exactly(2_147_483_000)],
  [{ 'retry-after': '2200000' }, own],
  [{ 'retry-after': '-1' }, own],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:00 GMT' }, own],
  [{ 'retry-after': 'soon' }, own],
  [{ 'retry-after-ms': '0' }, own],
  [{ 'retry-after-ms': '250' }, exactly(250)],
  [{ 'retry-after-ms': '250', 'retry-after': '3' }, exactly(250)],
  // A wait of 0 counts as none, and so the other header is read.
  [{ 'retry-after-ms': '0', 'retry-after': '3' }, exactly(3000)],
];

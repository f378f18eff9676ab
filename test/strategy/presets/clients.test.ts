import { describe, expect, test } from 'vitest';
import { courseOf } from '../../../harness/client/course.ts';
import { type PresetName, presets } from '../../../harness/strategy/presets/registry.ts';
import type { WireFacts } from '../../../sim/kernel/transport.ts';
import { event, refusal } from '../facts.ts';
import { resolved } from '../resolved.ts';
import { setUps } from './set-ups.ts';

/** Waits in ms with luck near 0, and near 1. */
type Ends = readonly [least: readonly number[], most: readonly number[]];

const not: Ends = [[], []];
const fixed = (...waits: number[]): Ends => [waits, waits];

/** `count` waits of base · 2^n, at most `cap`, times a factor from `low` to `high`. */
function doubling(count: number, base: number, { cap = Number.POSITIVE_INFINITY, low = 1, high = 1 } = {}): Ends {
  const waits = Array.from({ length: count }, (_, n) => Math.min(base * 2 ** n, cap));
  return [waits.map((wait) => wait * low), waits.map((wait) => wait * high)];
}

/** The same with up to `most` ms more. */
function plus([least, high]: Ends, most: number): Ends {
  return [least, high.map((wait) => wait + most)];
}

/** Whole milliseconds, cut: of what is just below a whole number, the one below. */
function cut([least, high]: Ends): Ends {
  return [least.map(Math.floor), high.map((wait) => Math.ceil(wait) - 1)];
}

/** Each wait at least this, and nothing more from luck than it had. */
function atLeast(floor: number, [least, high]: Ends): Ends {
  return [least.map((wait) => Math.max(wait, floor)), high.map((wait) => Math.max(wait, floor))];
}

const meets = {
  '429': refusal(429),
  '429 that asks for 3 s': refusal(429, { retryAfterMs: 3000 }),
  '429 that asks for 100 s': refusal(429, { retryAfterMs: 100_000 }),
  '503': refusal(503),
  '529': refusal(529),
  '408': refusal(408),
  '400': refusal(400),
  quota: refusal(429, { errorType: 'insufficient_quota', errorCode: 'insufficient_quota' }),
  network: { how: 'reset', afterTokens: 0, complete: false } satisfies WireFacts,
} as const;

type Row = Readonly<Record<keyof typeof meets, Ends>>;

/** min(0.5 s · 2^n, 8 s) less up to a quarter. */
const stainless = (count: number): Ends => doubling(count, 500, { cap: 8000, low: 0.75, high: 1 });

/** What looks at the status alone: 408, 429 and all from 500 up are retried the same way. */
function byStatus(own: Ends, hinted: Pick<Row, '429 that asks for 3 s' | '429 that asks for 100 s'>): Row {
  return { '429': own, ...hinted, '503': own, '529': own, '408': own, '400': not, quota: own, network: own };
}

/** Every failure is one to retry. */
function whatever(own: Ends): Row {
  return { ...byStatus(own, { '429 that asks for 3 s': own, '429 that asks for 100 s': own }), '400': own };
}

const google = doubling(4, 1000, { low: 1, high: 2 });
const aws = {
  throttled: cut(doubling(2, 1000, { low: 0 })),
  other: cut(doubling(2, 50, { low: 0 })),
  before: { throttled: cut(doubling(2, 500, { low: 0 })), other: cut(doubling(2, 100, { low: 0 })) },
};
const langchain = doubling(6, 1000, { low: 1, high: 2 });
const gots = plus(doubling(2, 1000), 100);
const undici = doubling(5, 500, { cap: 30_000 });
const codex = doubling(4, 200, { low: 0.9, high: 1.1 });
const lite = plus(doubling(2, 500), 750);

/** f(t) = 2^t · tanh √(4t), in units of 128 ms / 1.4; each wait is the step from the one before. */
const polly = (t: number): number => (2 ** t * Math.tanh(Math.sqrt(4 * t)) * 128) / 1.4;
const cockatiel: Ends = [
  [polly(0), polly(1) - polly(0), polly(2) - polly(1)],
  [polly(1), polly(2) - polly(1), polly(3) - polly(2)],
];

const rows: Readonly<Partial<Record<PresetName, Row>>> = {
  // A hint counts below 60 s.
  'openai-node-4': byStatus(stainless(2), { '429 that asks for 3 s': fixed(3000, 3000), '429 that asks for 100 s': stainless(2) }),
  // Any hint counts.
  'openai-node-6': byStatus(stainless(2), {
    '429 that asks for 3 s': fixed(3000, 3000),
    '429 that asks for 100 s': fixed(100_000, 100_000),
  }),
  'openai-node-7': byStatus(stainless(2), { '429 that asks for 3 s': fixed(3000, 3000), '429 that asks for 100 s': stainless(2) }),
  'anthropic-sdk-1': byStatus(stainless(2), {
    '429 that asks for 3 s': fixed(3000, 3000),
    '429 that asks for 100 s': fixed(100_000, 100_000),
  }),
  'vercel-ai-sdk': byStatus(fixed(2000, 4000), {
    '429 that asks for 3 s': fixed(3000, 3000),
    '429 that asks for 100 s': fixed(2000, 4000),
  }),
  'google-genai': {
    '429': not,
    '429 that asks for 3 s': not,
    '429 that asks for 100 s': not,
    '503': not,
    '529': not,
    '408': not,
    '400': not,
    quota: not,
    network: not,
  },
  'google-genai-retry': {
    ...byStatus(google, { '429 that asks for 3 s': google, '429 that asks for 100 s': google }),
    '529': not,
    network: not,
  },
  'google-genai-interactions': byStatus(stainless(4), {
    '429 that asks for 3 s': fixed(3000, 3000, 3000, 3000),
    // The cap is the hint's, too.
    '429 that asks for 100 s': fixed(8000, 8000, 8000, 8000),
  }),
  'aws-sdk-standard': {
    '429': aws.throttled,
    // max(delay, min(hint, delay + 5 s)).
    '429 that asks for 3 s': atLeast(3000, aws.throttled),
    '429 that asks for 100 s': [aws.throttled[0].map((ms) => ms + 5000), aws.throttled[1].map((ms) => ms + 5000)],
    '503': aws.other,
    '529': not,
    '408': not,
    '400': not,
    quota: aws.throttled,
    network: aws.other,
  },
  'aws-sdk-standard-2025': {
    '429': aws.before.throttled,
    '429 that asks for 3 s': fixed(3000, 3000),
    '429 that asks for 100 s': fixed(100_000, 100_000),
    '503': aws.before.other,
    '529': not,
    '408': not,
    '400': not,
    quota: aws.before.throttled,
    network: aws.before.other,
  },
  'langchain-js': {
    // A 429 that does not say when is thrown at once, as is one that says more than a minute.
    '429': not,
    '429 that asks for 3 s': atLeast(3000, langchain),
    '429 that asks for 100 s': not,
    '503': langchain,
    '529': langchain,
    '408': langchain,
    '400': not,
    quota: not,
    network: langchain,
  },
  'litellm-router': byStatus(lite, { '429 that asks for 3 s': plus(fixed(3000, 3000), 750), '429 that asks for 100 s': lite }),
  'p-retry': whatever(doubling(10, 1000)),
  cockatiel: whatever(cockatiel),
  opossum: whatever(not),
  bottleneck: whatever(fixed(1000, 1000, 1000)),
  got: {
    ...byStatus(gots, { '429 that asks for 3 s': fixed(3000, 3000), '429 that asks for 100 s': fixed(100_000, 100_000) }),
    '529': not,
  },
  'undici-retry-agent': {
    ...byStatus(undici, {
      '429 that asks for 3 s': fixed(3000, 3000, 3000, 3000, 3000),
      '429 that asks for 100 s': fixed(30_000, 30_000, 30_000, 30_000, 30_000),
    }),
    '529': not,
    '408': not,
  },
  'codex-cli': {
    ...byStatus(codex, { '429 that asks for 3 s': not, '429 that asks for 100 s': not }),
    '429': not,
    '408': not,
    quota: not,
  },
};

/** Waits of a request that always meets this. */
function waits(preset: string, facts: WireFacts, uniform: number): readonly number[] {
  const { attempts } = courseOf(resolved({ preset }), () => facts, uniform);
  return attempts.slice(1).map(({ atMs }, n) => atMs - (attempts[n]?.atMs ?? Number.NaN));
}

const about = (expected: readonly number[]) => expected.map((ms) => expect.closeTo(ms, 2));
const [low, high] = [1e-15, 1 - 1e-15];

test('every package’s preset is here', () => {
  expect(Object.keys(rows).toSorted()).toEqual(
    Object.keys(presets)
      .filter((name) => !setUps.has(name))
      .toSorted(),
  );
});

describe.each(Object.entries(rows))('%s', (preset, row) => {
  test.each(Object.entries(row))('%s', (name, [least, most]) => {
    const facts = meets[name as keyof typeof meets];
    expect(waits(preset, facts, low)).toEqual(about(least));
    expect(waits(preset, facts, high)).toEqual(about(most));
  });
});

describe('the longest hint that counts, and one of nothing', () => {
  const least = 375;
  test.each<[PresetName, number, number]>([
    ['openai-node-4', 0, least],
    ['openai-node-4', 59_999, 59_999],
    ['openai-node-4', 60_000, least],
    ['openai-node-6', 0, 0],
    ['openai-node-6', 86_400_000, 86_400_000],
    ['openai-node-7', 0, 0],
    ['openai-node-7', 60_000, 60_000],
    ['openai-node-7', 60_001, least],
    ['anthropic-sdk-1', 0, least],
    ['anthropic-sdk-1', 86_400_000, 86_400_000],
    ['anthropic-sdk-1', 2_147_483_647, 2_147_483_647],
    ['anthropic-sdk-1', 2_147_483_648, least],
    ['vercel-ai-sdk', 0, 0],
    ['vercel-ai-sdk', 59_999, 59_999],
    ['vercel-ai-sdk', 60_000, 2000],
    ['google-genai-interactions', 0, least],
    ['google-genai-interactions', 7999, 7999],
    ['langchain-js', 60_000, 60_000],
    ['litellm-router', 0, 500],
    ['litellm-router', 60_000, 60_000],
    ['litellm-router', 60_001, 500],
    ['got', 0, 1000],
    ['got', 86_400_000, 86_400_000],
    ['undici-retry-agent', 0, 500],
    ['undici-retry-agent', 30_000, 30_000],
  ])('%s, %d ms: %d ms', (preset, retryAfterMs, first) =>
    expect(waits(preset, refusal(429, { retryAfterMs }), low)[0]).toBeCloseTo(first, 2),
  );

  test('langchain-js gives up when it is longer, and sends no conflict again', () => {
    expect(waits('langchain-js', refusal(429, { retryAfterMs: 60_001 }), low)).toEqual([]);
    expect(waits('langchain-js', refusal(409), low)).toEqual([]);
  });
});

describe('x-should-retry decides for the clients that read it, and for no other', () => {
  const readers: ReadonlySet<string> = new Set(['openai-node-4', 'openai-node-6', 'openai-node-7', 'anthropic-sdk-1']);
  test.each(Object.entries(rows))('%s', (preset, row) => {
    const forced = waits(preset, refusal(400, { shouldRetry: true }), low).length;
    const forbidden = waits(preset, refusal(503, { shouldRetry: false }), low).length;
    expect([forced, forbidden]).toEqual(readers.has(preset) ? [2, 0] : [row['400'][0].length, row['503'][0].length]);
  });
});

describe('a full model inside a stream, before its first token', () => {
  const full = event({ errorType: 'service_unavailable_error', errorCode: 'server_is_overloaded' });
  // Those that read streams themselves, or stand around whoever does; codex reads it, and ends.
  const again: Readonly<Record<string, number>> = { 'vercel-ai-sdk': 2, 'p-retry': 10, cockatiel: 3, bottleneck: 3 };
  test.each(Object.keys(rows))('%s', (preset) => expect(waits(preset, full, low)).toHaveLength(again[preset] ?? 0));

  test('codex-cli sends again what ended without its end marker, and what was no overload', () => {
    expect(waits('codex-cli', event({}), low)).toHaveLength(4);
    expect(waits('codex-cli', event({ errorCode: 'server_error' }), low)).toHaveLength(4);
  });

  test('vercel-ai-sdk sends no spent quota again when a stream says it, only when a status does', () => {
    expect(waits('vercel-ai-sdk', event({ errorCode: 'insufficient_quota' }), low)).toHaveLength(0);
    expect(waits('vercel-ai-sdk', meets.quota, low)).toHaveLength(2);
  });
});

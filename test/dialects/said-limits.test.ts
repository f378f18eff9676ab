import { describe, expect, test } from 'vitest';
import { limitsAfter, limitsIn } from '../../sim/dialects/reading/said-limits.ts';
import { dialectOf } from '../../sim/dialects/registry.ts';

const epochMs = Date.parse('2024-03-26T19:59:30Z');

describe('what headers tell of the quota', () => {
  test.each([
    [
      'OpenAI, as captured: durations as Go writes them',
      {
        'x-ratelimit-remaining-requests': '499',
        'x-ratelimit-reset-requests': '120ms',
        'x-ratelimit-remaining-tokens': '29996',
        'x-ratelimit-reset-tokens': '6m0s',
      },
      { requests: { remaining: 499, resetMs: 120 }, tokens: { remaining: 29996, resetMs: 360_000 } },
    ],
    [
      'Azure: bare seconds',
      { 'x-ratelimit-remaining-requests': '3', 'x-ratelimit-reset-requests': '7' },
      { requests: { remaining: 3, resetMs: 7000 }, tokens: undefined },
    ],
    [
      'Anthropic, as captured: instants',
      {
        'anthropic-ratelimit-requests-remaining': '0',
        'anthropic-ratelimit-requests-reset': '2024-03-26T20:00:00Z',
        'anthropic-ratelimit-tokens-remaining': '16000',
        'anthropic-ratelimit-tokens-reset': '2024-03-26T19:59:00Z',
      },
      { requests: { remaining: 0, resetMs: 30_000 }, tokens: { remaining: 16_000, resetMs: 0 } },
    ],
    ['junk of some Azure deployments', { 'x-ratelimit-remaining-requests': '-1', 'x-ratelimit-reset-requests': '1' }, undefined],
    ['no reset', { 'x-ratelimit-remaining-requests': '7' }, undefined],
    ['nothing', { 'content-type': 'application/json' }, undefined],
  ])('%s', (_, headers, limits) => {
    expect(limitsIn(headers as Record<string, string>, epochMs)).toEqual(limits);
  });

  test('some time later less of the time is missing, and never less than none', () => {
    const limits = { requests: { remaining: 3, resetMs: 900 }, tokens: { remaining: 5, resetMs: 100 } };
    expect(limitsAfter(limits, 400)).toEqual({ requests: { remaining: 3, resetMs: 500 }, tokens: { remaining: 5, resetMs: 0 } });
  });
});

test.each(['openai', 'azure', 'anthropic'])('%s: what its server says of a quota is read back', (name) => {
  const remaining = [
    { kind: 'requests', limit: 90, remaining: 14, resetMicros: 4_000_000 },
    { kind: 'tokens', limit: 60_000, remaining: 12_000, resetMicros: 48_000_000 },
  ] as const;
  const headers = dialectOf(name).api.quotaHeaders(remaining, epochMs);
  expect(limitsIn(headers, epochMs)).toEqual({
    requests: { remaining: 14, resetMs: 4000 },
    tokens: { remaining: 12_000, resetMs: 48_000 },
  });
});

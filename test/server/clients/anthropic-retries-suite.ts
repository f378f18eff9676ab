import { describe, expect, test } from 'vitest';
import { listening } from '../served.ts';
import { type AnthropicPackage, anthropicClient, ask, messagesCaller } from './anthropic-caller.ts';
import { anthropicHints } from './expected/anthropic-hints.ts';
import { hurry } from './hurry.ts';
import { model, scripted } from './scripted.ts';

const dialect = 'anthropic';

/** Where the package sleeps. */
export const sleeps = /\/node_modules\/@anthropic-ai\/sdk\/internal\/utils\/sleep\.mjs/;

export function testAnthropicRetries(sdk: () => AnthropicPackage): void {
  const caller = () => messagesCaller(sdk);
  describe('its own retries', () => {
    const busy = { type: 'error', error: { type: 'rate_limit_error', message: 'Busy.' } };

    test.each(anthropicHints.map(([headers, wait]) => [JSON.stringify(headers), headers, wait] as const))(
      'A6: how far it trusts a hint: %s',
      async (_, headers, [low, high]) => {
        const slept = hurry(sleeps);
        const { url, attempts } = await scripted({ dialect, replies: [{ status: 429, headers, body: busy }] });
        const { raised } = await caller()({ url, stream: false });
        expect([raised, slept.length, await attempts()]).toEqual([undefined, 1, 2]);
        expect(slept[0]).toBeGreaterThanOrEqual(low);
        expect(slept[0]).toBeLessThanOrEqual(high);
      },
    );

    test.each([
      // It does as the header says, whatever the status; anything else is as if it were not there.
      [529, 'false', 1],
      [400, 'true', 3],
      [529, 'maybe', 3],
      [400, 'maybe', 1],
      [408, undefined, 3],
      [409, undefined, 3],
      [422, undefined, 1],
    ])('A12: %i with x-should-retry %s makes %i attempts', async (status, header, times) => {
      hurry(sleeps);
      const headers = header === undefined ? {} : { 'x-should-retry': header };
      const { url, attempts } = await scripted({ dialect, rest: { status, headers, body: busy } });
      expect((await caller()({ url, stream: false })).raised?.status).toBe(status);
      expect(await attempts()).toBe(times);
    });

    test('A4: in real time, waits as long as retry-after says', async () => {
      const refusal = { refuse: 'rate_limited', retryAfter: '1s' };
      const { url, attempts, gaps } = await scripted({ dialect, replies: [refusal] });
      const { raised, text } = await caller()({ url, stream: true });
      expect([raised, text.split(' ').length, await attempts()]).toEqual([undefined, 5, 2]);
      // Node's timers may be 1 ms early.
      expect(gaps()[0]).toBeGreaterThanOrEqual(999);
    });

    test('meet a quota again when it has refilled, and find its headers', async () => {
      const { url, port } = await listening({
        provider: { dialect, models: { [model]: { slots: 4, service: '1ms', quota: { rpm: 60, burst: 1 } } } },
        workload: { arrivals: { poisson: { rate: '1/s' } }, sizes: { input: 10, output: 5 } },
      });
      const { messages } = anthropicClient(sdk(), url);
      const [first, second] = [await messages.create(ask), await messages.create(ask)];
      expect([first.stop_reason, second.stop_reason]).toEqual(['end_turn', 'end_turn']);
      const { headers } = await fetch(`http://127.0.0.1:${port}/v1/messages`, {
        method: 'POST',
        body: JSON.stringify(ask),
        headers: { 'content-type': 'application/json' },
      });
      expect(headers.get('anthropic-ratelimit-requests-limit')).toBe('60');
      expect(headers.get('anthropic-ratelimit-requests-remaining')).toBe('0');
    });

    test('a plain call that may take more than ten minutes is refused by the package itself', async () => {
      const { url, attempts } = await scripted({ dialect });
      // 60 min · max_tokens / 128,000 > 10 min
      const { messages } = anthropicClient(sdk(), url, 0);
      await expect(async () => messages.create({ ...ask, max_tokens: 21_334 })).rejects.toThrow('Streaming is required');
      expect(await attempts()).toBe(0);
      await messages.create({ ...ask, max_tokens: 21_333 });
      expect(await attempts()).toBe(1);
    });
  });
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildProvider } from '../../../harness/serve/build-provider.ts';
import { dialectOf, dialects } from '../../../sim/dialects/registry.ts';
import type { JournalPage } from '../../../sim/server/admin/journal.ts';
import { usualJournal } from '../../../sim/server/journal.ts';
import { built, chat, listening } from '../served.ts';

describe('C8: work that timed out at the client does not go on', () => {
  test('the server never has more attempts in its slots than the client’s limit', async () => {
    const [limit, requests, patienceMs] = [3, 15, 400];
    // More slots than the limit: it is the client alone that keeps to it.
    const { url, state } = await listening({ provider: { models: { big: { slots: 30, service: '5s' } } } });
    let begun = 0;
    const worker = async (): Promise<void> => {
      while (begun++ < requests) {
        await expect(
          fetch(`${url}/v1/chat/completions`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(chat()),
            signal: AbortSignal.timeout(patienceMs),
          }),
        ).rejects.toThrow(/timeout/);
        // The connection is closed when this returns; the permit is free when the server had the chance to hear of it.
        await sleep(20);
      }
    };
    await Promise.all(Array.from({ length: limit }, worker));
    await expect.poll(async () => (await state()).requests.open).toBe(0);
    const { requests: books, providers, consistent } = await state();
    const { counts, pools } = providers.default ?? {};
    expect([counts?.inFlightMax, pools?.big?.busy, consistent]).toEqual([limit, 0, true]);
    // On a slow machine one may have timed out before the server had it.
    expect(counts?.admitted).toBeGreaterThan(limit);
    expect([counts?.cancelled, books.left]).toEqual([counts?.admitted, counts?.admitted]);
  });
});

describe('D11: nothing grows with the number of requests', () => {
  test('the journal keeps 1,000 attempts, its counters are exact, and metrics have no more series', async () => {
    const attempts = usualJournal + 217;
    const server = await built({ provider: { models: { big: { slots: 0, refuseAfter: '0ms' } } } });
    const ask = (more: object) => server.inject({ method: 'POST', url: '/v1/chat/completions', payload: chat(more) });
    const series = async () => (await server.inject('/metrics')).payload.split('\n').map((line) => line.replace(/ [^ ]*$/, ''));
    await ask({});
    const before = await series();
    for (let i = 1; i < attempts; i += 100) {
      await Promise.all(
        Array.from({ length: Math.min(100, attempts - i) }, (_, k) => ask({ user: `user-${i + k}`, metadata: { id: `${i + k}` } })),
      );
    }
    const { counters, oldest, newest, entries } = (await server.inject('/_admin/journal')).json<JournalPage>();
    expect([usualJournal, counters.ended, counters.refused.capacity, entries.length]).toEqual([1000, attempts, attempts, 1000]);
    expect([oldest, newest, entries[0]?.id]).toEqual([attempts - 999, attempts, attempts - 999]);
    expect(await series()).toEqual(before);
  });
});

describe('D18: the edges of the protocol, in every dialect', () => {
  const json = { 'content-type': 'application/json' };
  let server: FastifyInstance;
  let url = '';
  beforeAll(async () => {
    server = await buildProvider({ provider: { models: { big: { slots: 1, service: '60s' } } } });
    url = await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => server.close());

  test.each(Object.keys(dialects))('%s: an unknown path, bad JSON, no JSON, no request: its own answer, with an id', async (name) => {
    const api = dialectOf(name).api;
    const path = api?.endpoints[0]?.path ?? '';
    const at = `${url}/${name}${path.replace(/:\w+/, 'big').replace('*', 'big:generateContent')}`;
    const unfit = [400, 415, 422];
    const edges: readonly (readonly [what: string, statuses: readonly number[], at: string, body: RequestInit])[] = [
      ['an unknown path', [404], `${url}/${name}/nowhere`, { method: 'POST', headers: json, body: '{}' }],
      ['bad JSON', unfit, at, { method: 'POST', headers: json, body: '{"model":' }],
      ['another type', unfit, at, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'Hello' }],
      ['a list', unfit, at, { method: 'POST', headers: json, body: '[]' }],
    ];
    for (const [what, statuses, target, request] of edges) {
      const reply = await fetch(target, { ...request, signal: AbortSignal.timeout(10_000) });
      const text = await reply.text();
      expect([what, statuses.includes(reply.status), reply.status, text !== '']).toEqual([what, true, reply.status, true]);
      for (const header of Object.keys(api?.requestId('x') ?? {})) expect([what, header, reply.headers.get(header)]).not.toContain(null);
    }
    // Nothing of it reached a model.
    const state = (await (await fetch(`${url}/_admin/state`)).json()) as { requests: { attempts: number }; consistent: boolean };
    expect([state.requests.attempts, state.consistent]).toEqual([0, true]);
  });
});

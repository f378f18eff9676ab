import { describe, expect, test } from 'vitest';
import type { JournalEntry, JournalPage } from '../../../sim/server/admin/journal.ts';
import { chat, listening, post } from '../served.ts';
import { administered } from './administered.ts';

/** First token at 100 ms, then one every 50 ms, four of them: the end at 300 ms. */
const paced = { firstToken: '100ms', tokensPerSecond: 20 };
const scenario = {
  time: { length: '24h', zone: 'Asia/Shanghai' },
  provider: { models: { big: { slots: 1, ...paced }, free: { slots: 9, service: '1ms', quota: { rpm: 60, burst: 2 } } } },
  workload: { arrivals: { poisson: { rate: '1/s' } }, sizes: { input: 10, output: 4 } },
};

type Ask = Awaited<ReturnType<typeof administered>>['ask'];

async function page(ask: Ask, query = ''): Promise<JournalPage> {
  return (await ask<JournalPage>('GET', `journal${query}`)).body;
}

describe('GET /_admin/journal', () => {
  test('an attempt is there once it is over: when it came, had its slot, its first token, its end', async () => {
    const { ask, call, time } = await administered(scenario, { at: '15:00' });
    await time.pass(1000);
    await call({ stream: true }, 299);
    expect(await page(ask)).toEqual({ counters: counters(), oldest: null, newest: null, entries: [] });
    await time.pass(2);
    const { entries, oldest, newest } = await page(ask);
    expect([oldest, newest, entries.length]).toEqual([1, 1, 1]);
    const { at, ...entry } = entries[0] as JournalEntry;
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
    expect(entry).toEqual({
      id: 1,
      time: '2026-03-02T15:00:01',
      entity: 0,
      number: 0,
      model: 'big',
      dialect: 'openai',
      path: '/v1/chat/completions',
      stream: true,
      // 3, and for the one message 3 and 2 for 5 bytes.
      inputTokens: 8,
      outputTokens: 4,
      receivedMs: 1000,
      admittedMs: 1000,
      firstTokenMs: 1100,
      endMs: 1300,
      outcome: 'admitted',
      cause: null,
      fault: null,
      status: 200,
      tokensWritten: 4,
      left: false,
    });
  });

  test('plain replies, refusals with their cause, faults, scripts', async () => {
    const { ask, call, time } = await administered(scenario);
    await call({}, 310);
    await call({}, 0);
    await call();
    for (let i = 0; i < 3; i++) await call({ model: 'free' });
    await time.pass(300);
    await ask('POST', 'scripts', { model: 'big', replies: [{ cut: 2 }, { status: 418 }, { empty: true }] });
    await call({ stream: true }, 500);
    await call();
    await call({}, 500);
    const seen = (await page(ask)).entries.map(({ model, outcome, cause, fault, status, tokensWritten, firstTokenMs }) => [
      model,
      outcome,
      cause,
      fault,
      status,
      tokensWritten,
      firstTokenMs === null,
    ]);
    expect(seen.sort()).toEqual(
      [
        ['big', 'admitted', null, null, 200, 4, true],
        ['big', 'admitted', null, null, 200, 4, true],
        ['big', 'capacity', 'capacity', null, 503, 0, true],
        ['free', 'admitted', null, null, 200, 4, true],
        ['free', 'admitted', null, null, 200, 4, true],
        ['free', 'quota', 'requests', null, 429, 0, true],
        ['big', 'admitted', null, 'cut', 200, 2, false],
        ['big', 'fault', 'script', null, 418, 0, true],
        ['big', 'admitted', null, 'empty', 200, 0, true],
      ].sort(),
    );
  });

  test('clients that leave, before their slot and after it, and those that the network lost', async () => {
    const { port, url, state } = await listening({ provider: { models: { big: { slots: 1, service: '60s', queue: { length: 5 } } } } });
    const call = (leaving: AbortController) =>
      fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(chat({ stream: true })),
        signal: leaving.signal,
      });
    const [served, queued] = [new AbortController(), new AbortController()];
    const calls = [call(served)];
    await calls[0];
    calls.push(call(queued));
    while ((await state()).providers.default?.pools.big?.queue.own !== 1) await new Promise((resolve) => setTimeout(resolve, 5));
    // Whoever has the slot leaves last: the one that waits would have it for a moment.
    const left = Promise.allSettled(calls);
    queued.abort();
    while ((await state()).requests.open !== 1) await new Promise((resolve) => setTimeout(resolve, 5));
    served.abort();
    await left;
    await fetch(`${url}/_admin/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ outage: { as: 'connection' } }),
    });
    await expect(post(port, chat())).rejects.toThrow();
    const read = async () => (await (await fetch(`${url}/_admin/journal`)).json()) as JournalPage;
    while ((await read()).counters.ended < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    const { counters: seen, entries } = await read();
    expect([seen.left, seen.admitted, seen.undecided, seen.refused.network]).toEqual([2, 1, 1, 1]);
    expect(
      entries
        .map(({ outcome, status, left, admittedMs, tokensWritten }) => [outcome, status, left, admittedMs === null, tokensWritten])
        .sort(),
    ).toEqual([
      ['admitted', 200, true, false, 0],
      ['network', null, false, true, 0],
      ['undecided', null, true, true, 0],
    ]);
  });

  test('D11: so many are kept and no more, and the counters stay exact', async () => {
    const { ask, server, time } = await administered(
      { provider: { models: { big: { slots: 3, service: '5ms', refuseAfter: '0ms' } } } },
      { journal: 10 },
    );
    const payload = { model: 'big', messages: [] as object[] };
    payload.messages.push({ role: 'user', content: 'Hello' });
    const calls = Array.from({ length: 100 }, () => server.inject({ method: 'POST', url: '/v1/chat/completions', payload }));
    await time.pass(10);
    await Promise.all(calls);
    const { counters: seen, oldest, newest, entries } = await page(ask);
    expect(seen).toEqual({ ...counters(), ended: 100, admitted: 3, refused: { ...counters().refused, capacity: 97 }, tokensWritten: 600 });
    expect([oldest, newest, entries.map(({ id }) => id)]).toEqual([91, 100, [91, 92, 93, 94, 95, 96, 97, 98, 99, 100]]);
  });

  test('after an id, and so many at most', async () => {
    const { ask, call } = await administered(scenario);
    await ask('POST', 'faults', { outage: {} });
    for (let i = 0; i < 5; i++) await call();
    const ids = async (query: string) => (await page(ask, query)).entries.map(({ id }) => id);
    expect([await ids(''), await ids('?after=3'), await ids('?limit=2'), await ids('?after=1&limit=2'), await ids('?after=9')]).toEqual([
      [1, 2, 3, 4, 5],
      [4, 5],
      [1, 2],
      [2, 3],
      [],
    ]);
    expect(await ask('GET', 'journal?after=-1&limit=many&more=1')).toEqual({
      status: 400,
      body: {
        problems: [
          'after: expected a whole number from 0 up (50000, 50k or 1M), found "-1"',
          'limit: expected a whole number from 0 up (50000, 50k or 1M), found "many"',
          'unknown key "more"',
        ],
      },
    });
  });

  test('emptied: counters begin anew, ids go on; after a reset from 1', async () => {
    const { ask, call } = await administered(scenario);
    await ask('POST', 'faults', { outage: {} });
    await call();
    await call();
    expect((await ask('DELETE', 'journal')).body).toEqual({ counters: counters(), oldest: null, newest: null, entries: [] });
    await call();
    const after = await page(ask);
    expect([after.counters.ended, after.entries.map(({ id }) => id)]).toEqual([1, [3]]);
    await ask('POST', 'reset');
    expect(await page(ask)).toEqual({ counters: counters(), oldest: null, newest: null, entries: [] });
    await call({}, 310);
    expect((await page(ask)).entries.map(({ id }) => id)).toEqual([1]);
  });
});

function counters() {
  return {
    ended: 0,
    admitted: 0,
    refused: { network: 0, hard: 0, quota: 0, fault: 0, capacity: 0 },
    undecided: 0,
    left: 0,
    tokensWritten: 0,
  };
}

import { describe, expect, test } from 'vitest';
import { mostListeners } from '../../../sim/server/admin/events.ts';
import type { State } from '../../../sim/server/admin/state.ts';
import { FakeTime, settled } from '../fake-time.ts';
import { built, listening, oneModel } from '../served.ts';

/** Opens the stream over a connection; what has come is in `text`. */
async function listen(url: string) {
  const leave = new AbortController();
  const response = await fetch(`${url}/_admin/events`, { signal: leave.signal });
  const seen = { text: '', ended: false, status: response.status, type: response.headers.get('content-type') };
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) seen.text += decoder.decode(chunk, { stream: true });
    seen.ended = true;
  })().catch(() => {});
  return { seen, reading, leave: () => leave.abort() };
}

const statesIn = (text: string): State[] => [...text.matchAll(/^event: state\ndata: (.*)\n\n/gm)].map(([, data]) => JSON.parse(data ?? ''));

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('GET /_admin/events', () => {
  test('a snapshot at once and one a second, the same as /_admin/state', async () => {
    const time = new FakeTime();
    const server = await built(oneModel({ slots: 3 }), { realTime: time, at: '0s' });
    const { stream } = await server.inject({ url: '/_admin/events', payloadAsStream: true }).then((reply) => ({ stream: reply.stream() }));
    let text = '';
    stream.on('data', (chunk) => {
      text += chunk;
    });
    await settled();
    expect(text.startsWith('retry: 1000\n\n')).toBe(true);
    expect(statesIn(text)).toEqual([(await server.inject('/_admin/state')).json()]);
    await time.pass(999);
    expect(statesIn(text)).toHaveLength(1);
    await time.pass(2001);
    expect(statesIn(text).map(({ time }) => time.sinceStartMs)).toEqual([0, 1000, 2000, 3000]);
  });

  test('ended when the server closes, which waits for nobody', async () => {
    const { server, url } = await listening(oneModel({ slots: 3 }));
    const { seen, reading } = await listen(url);
    await until(() => seen.text !== '');
    expect([seen.status, seen.type]).toEqual([200, 'text/event-stream']);
    await server.close();
    await reading;
    expect(seen.ended).toBe(true);
  });

  test('so many listeners and no more; one that leaves makes room', async () => {
    const { url } = await listening(oneModel({ slots: 3 }));
    const open = await Promise.all(Array.from({ length: mostListeners }, () => listen(url)));
    const refused = await fetch(`${url}/_admin/events`);
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { problems: [`${mostListeners} listeners are the most; close one first`] },
    ]);
    open[0]?.leave();
    for (let again = await listen(url); again.seen.status !== 200; again = await listen(url)) await settled();
    for (const { leave } of open) leave();
  });
});

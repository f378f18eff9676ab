import { afterEach, expect, test, vi } from 'vitest';
import { Alarms } from '../../harness/gateway/alarms.ts';
import { call, opened, upstream } from './opened.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const answer = JSON.stringify({ choices: [{ message: { content: 'x' }, finish_reason: 'stop' }] });

test.each([-3_600_000, 3_600_000])('a calendar that jumps by %d ms under a call changes no time that is measured', async (jumpMs) => {
  const now = Date.now.bind(Date);
  let jumped = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + jumped);
  const url = await upstream((_request, response) => {
    jumped = jumpMs;
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  });
  const gateway = await opened({ provider: { models: { flagship: { slots: 1 } } } }, {}, { upstream: () => url });
  const reply = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(call()),
  });
  expect(reply.status).toBe(200);
  expect(gateway.rows.map(({ kind }) => kind)).toEqual(['attempt', 'request']);
  for (const { latencyMs } of gateway.rows) {
    expect(latencyMs).toBeGreaterThanOrEqual(0);
    expect(latencyMs).toBeLessThan(1_800_000);
  }
  expect(gateway.gateway.status().models[0]?.lately).toEqual({ attempts: 1, refused: 0 });
});

test('an alarm says when it was by the calendar, and lasts by the clock', () => {
  const said: string[] = [];
  let epochMs = Date.UTC(2026, 2, 2, 14, 10);
  const alarms = new Alarms(
    { above: 0.15, least: 20 },
    ({ state, at }) => said.push(`${state} ${at}`),
    () => epochMs,
  );
  alarms.ended('auth', 'flagship', 1000);
  epochMs -= 3_600_000;
  alarms.look({ attempts: 0, refused: 0 }, 61_001);
  expect(said).toEqual(['raised 2026-03-02T14:10:00.000Z', 'cleared 2026-03-02T13:10:00.000Z']);
});

import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Status } from '../../harness/gateway/status.ts';
import { statusPage } from '../../harness/gateway/status-page.ts';
import { TargetBook } from '../../harness/gateway/target-book.ts';
import { post } from '../server/served.ts';
import { call, models, opened, scripted } from './opened.ts';

describe('what the last minute brought', () => {
  test('is forgotten second by second', () => {
    const book = new TargetBook();
    const ended = (atMs: number, outcome: 'ok' | 'capacity') => {
      book.sent();
      book.ended({ class: outcome, reason: 'x' }, atMs);
    };
    ended(1000, 'capacity');
    ended(1999, 'ok');
    ended(30_000, 'capacity');
    expect(book.lately(60_999)).toEqual({ attempts: 3, refused: 2 });
    expect(book.lately(61_000)).toEqual({ attempts: 1, refused: 1 });
    expect(book.lately(200_000)).toEqual({ attempts: 0, refused: 0 });
    // A second of another minute takes the place of the old one.
    ended(90_500, 'ok');
    expect(book.lately(90_999)).toEqual({ attempts: 1, refused: 0 });
    expect([book.attempts, book.ok, book.capacityRefused, book.inFlight]).toEqual([4, 2, 2, 0]);
  });
});

describe('which models are free', () => {
  test('is told with where requests ended', async () => {
    const faults = [{ errors: { models: ['flagship'], share: 1, as: 'capacity' } }];
    const { port, gateway } = await opened(models({ faults }), { route: ['flagship', 'light'] });
    for (let i = 0; i < 3; i++) await post(port, call());
    const { models: told, requests } = gateway.status();
    expect(told.map(({ name, now, lately }) => [name, now, lately.attempts])).toEqual([
      ['flagship', 'busy', 3],
      ['light', 'free', 3],
    ]);
    expect(requests).toMatchObject({ switched: 3, first: 0, open: 0 });
  });

  test('is for this machine alone, by address and by the name that is asked for', async () => {
    const { port, url } = await opened(models(), {});
    const page = await fetch(`${url}/_admin/`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('flagship');
    for (const path of ['/_admin/', '/_admin/status', '/_admin']) {
      const status = await new Promise((resolve, reject) => {
        request({ host: '127.0.0.1', port, path, headers: { host: 'evil.example' } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
      expect(status).toBe(404);
    }
  });

  test('a hostile name of a model is text', () => {
    const status: Status = {
      now: '2026-03-02T14:10:00.000Z',
      since: '2026-03-02T14:00:00.000Z',
      strategy: '<script>alert(1)</script>',
      models: [
        {
          name: '<img src=x onerror=alert(1)>',
          now: 'free',
          lately: { attempts: 1, refused: 0 },
          inFlight: 0,
          attempts: 1,
          ok: 1,
          capacityRefused: 0,
          failed: 0,
        },
      ],
      requests: { open: 0, first: 1, retried: 0, switched: 0, parked: 0, busy: 0, rejected: 0, broken: 0, left: 0 },
      waiting: 0,
      alarms: ['capacity'],
    };
    const html = statusPage(status);
    expect(html).not.toMatch(/<(script|img)/);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).toContain('Alarm: too many attempts find no capacity (capacity)');
  });
});

test('no reply holds what a provider said, whatever it says, plain or streamed (M27)', async () => {
  const kinds = [
    'capacity',
    'rate_limited',
    'quota',
    'auth',
    'not_found',
    'client_error',
    'server_error',
    'connection',
    'reset',
    'stream-overload',
  ];
  const odd = [
    { status: 503, body: 'Selected model is at capacity.' },
    { status: 429, body: { error: 'flagship' } },
    { cut: 2 },
    { malformed: 1 },
    { empty: true },
  ];
  const replies = [...kinds.map((refuse) => ({ refuse })), ...odd];
  const faults = [scripted(['flagship'], [...replies, ...replies])];
  const { port } = await opened(models({ faults }), { route: ['flagship'], retry: 'none' });
  for (const stream of [false, true]) {
    for (const reply of replies) {
      const { text, headers, status } = await post(port, call({ stream }));
      const all = `${text}${JSON.stringify(headers)}`;
      expect(all, JSON.stringify(reply)).not.toMatch(
        /at capacity|overload|flagship|rate limit|quota|api[_ ]key|openai|server_error|insufficient/i,
      );
      expect(text.length, JSON.stringify(reply)).toBeGreaterThan(0);
      expect([200, 400, 404, 502, 503], JSON.stringify(reply)).toContain(status);
    }
  }
});

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';
import { dialects } from '../../../sim/dialects/registry.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import type { ButtonCall } from '../../../sim/server/page/buttons-part.ts';
import { blocks, page as docsPage } from '../../docs/page.ts';
import { built, oneModel } from '../served.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const others = { load: 0.5, hold: '2s' };
const unescaped = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

const page = async (server: FastifyInstance) => (await server.inject('/')).body;

describe('GET /', () => {
  test('is one document that nothing but its own style, script and server is let into', async () => {
    const server = await built(oneModel({ slots: 2 }));
    const { statusCode, headers, body } = await server.inject('/');
    const [style = '', script = ''] = [/<style>(.*?)<\/style>/s, /<script type="module">(.*?)<\/script>/s].map(
      (found) => found.exec(body)?.[1],
    );
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', 'no-store']);
    expect(headers['content-security-policy']?.toString().split('; ').sort()).toEqual(
      [
        "default-src 'none'",
        `style-src ${hash(style)}`,
        `script-src ${hash(script)}`,
        "base-uri 'none'",
        "form-action 'none'",
        "connect-src 'self'",
        'img-src data:',
        "frame-ancestors 'none'",
      ].sort(),
    );
    expect(body.match(/(?:src|href)="(?!#|data:)/g)).toBeNull();
  });

  test.each(Object.keys(dialects))('is the page also where the provider speaks %s', async (dialect) => {
    const server = await built({ provider: { dialect, models: { big: { slots: 2 } } } });
    expect((await server.inject('/')).body).toContain('<h1');
    expect((await server.inject('/index.html')).statusCode).toBe(404);
  });
});

describe('the buttons', () => {
  const two = {
    providers: {
      first: {
        pools: { big: { slots: 10, otherTenants: others }, alone: { slots: 2 } },
        models: { one: { pool: 'big' }, two: { pool: 'alone' } },
      },
      second: { pools: { big: { slots: 4, otherTenants: { ...others, hold: '10s' } } }, models: { three: { pool: 'big' } } },
    },
    workload: { model: 'one', arrivals: { poisson: { rate: '1/s' } } },
  };

  async function press(server: FastifyInstance, label: string): Promise<void> {
    const button = [...(await page(server)).matchAll(/<button[^>]* data-calls="([^"]*)"[^>]*>([^<]*)</g)].find(
      ([, , text]) => text === label,
    );
    for (const { method, path, body } of JSON.parse(unescaped(button?.[1] ?? '')) as ButtonCall[]) {
      const { statusCode } = await server.inject({ method, url: path, ...(body !== undefined && { payload: body }) });
      expect([200, 201, ...(method === 'DELETE' ? [404] : [])], `${method} ${path}`).toContain(statusCode);
    }
  }

  async function seen(server: FastifyInstance) {
    const curves = (await server.inject('/_admin/curves')).json() as { pools: Record<string, { now: { load: number | null } }> };
    const { faults } = (await server.inject('/_admin/faults')).json() as { faults: { provider: string; on: boolean }[] };
    const text = await page(server);
    return {
      load: Object.values(curves.pools).map(({ now }) => now.load),
      out: faults.filter(({ on }) => on).map(({ provider }) => provider),
      pressed: [...text.matchAll(/aria-pressed="(\w+)"/g)].map(([, pressed]) => pressed),
      refusing: text.match(/<small>refuses everything/g)?.length ?? 0,
    };
  }

  const usual = { load: [0.5, null, 0.5], out: [], pressed: ['false', 'false'], refusing: 0 };

  test('bring peak hour and outage to every provider, and end them one by one or both at once', async () => {
    const server = await built(two);
    expect(await seen(server)).toEqual(usual);
    await press(server, 'Peak hour');
    expect(await seen(server)).toEqual({ ...usual, load: [2, null, 2], pressed: ['true', 'false'] });
    await press(server, 'Outage');
    expect(await seen(server)).toEqual({ load: [2, null, 2], out: ['first', 'second'], pressed: ['true', 'true'], refusing: 3 });
    await press(server, 'Peak hour');
    expect(await seen(server)).toMatchObject({ load: usual.load, pressed: ['false', 'true'] });
    await press(server, 'Outage');
    expect(await seen(server)).toEqual(usual);
    await press(server, 'Peak hour');
    await press(server, 'Outage');
    await press(server, 'Recovery');
    expect(await seen(server)).toEqual(usual);
    // Nothing is left to end, and that is no failure.
    await press(server, 'Recovery');
  });

  test('leave the faults of the scenario alone', async () => {
    const server = await built({
      ...two,
      providers: { ...two.providers, first: { ...two.providers.first, faults: [{ outage: { models: ['two'] } }] } },
    });
    await press(server, 'Outage');
    await press(server, 'Recovery');
    expect(await seen(server)).toEqual({ ...usual, out: ['first'], refusing: 1 });
  });

  test.each([
    // Five times the longest mean holding time.
    [two, 'within 50 s,'],
    [oneModel({ slots: 2, otherTenants: { load: 0.5, hold: '200ms' } }), 'within 1 s,'],
    [oneModel({ slots: 2, otherTenants: others, queue: { length: 5 } }), 'within 10 s, later where callers wait or come again,'],
    [
      oneModel({ slots: 2, otherTenants: { ...others, retry: { attempts: 3, base: '1s' } } }),
      'within 10 s, later where callers wait or come again,',
    ],
    [oneModel({ slots: 2 }), 'slots are as usual at once,'],
  ])('say how long a recovery takes', async (scenario, expected) => {
    expect(await page(await built(scenario))).toContain(expected);
  });
});

describe('docs/live-page.md', () => {
  const docs = docsPage('docs/live-page.md');

  test('has the requests of the buttons', async () => {
    const body = await page(await built(oneModel({ slots: 2, otherTenants: others })));
    const calls = [...body.matchAll(/ data-calls="([^"]*)"/g)].flatMap(([, text = '']) => JSON.parse(unescaped(text)) as ButtonCall[]);
    const lines = calls.map(
      ({ method, path, body }) => `${method.padEnd(6)} ${path}${body === undefined ? '' : `    ${JSON.stringify(body)}`}`,
    );
    expect(
      blocks(docs)
        .find(({ language }) => language === 'text')
        ?.text.trim()
        .split('\n'),
    ).toEqual(lines);
  });

  test('states the time of the built-in day', async () => {
    const day = readFileSync(packagePath('sim', 'presets', 'peak-day.yaml'), 'utf8');
    const body = await page(await built(day, { folder: packagePath('sim', 'presets') }));
    const stated = /within ([\w ]+), when/.exec(body)?.[1] ?? 'nothing';
    expect(docs.text).toContain(`${stated} on the built-in day`);
  });
});

test('a model shows the faults that touch it', async () => {
  const server = await built(
    oneModel({ slots: 2 }, { faults: [{ slow: { factor: 2 } }, { errors: { share: 0.5, models: ['big'] } }, { outage: { from: '23h' } }] }),
  );
  const { body } = await server.inject('/');
  expect(body).toContain('<dt>Faults on</dt><dd>slow, errors</dd>');
  expect(body).toContain('The model is free now.');
  await server.inject({ method: 'POST', url: '/_admin/faults', payload: { errors: { share: 1 } } });
  expect((await server.inject('/')).body).toContain('The model is not free now.');
});

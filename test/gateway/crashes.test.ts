import { expect, test } from 'vitest';
import { z } from 'zod';
import { post } from '../server/served.ts';
import { call, models, opened, upstream } from './opened.ts';

const url = 'file:///home/user/mine.ts';
const boom = (): never => {
  throw new Error('boom');
};
const plugin = (part: unknown) => ({ name: 'mine', summary: 'throws', options: z.strictObject({}), examples: [], create: () => part });
const full = models({ faults: [{ errors: { share: 1, as: 'capacity' } }] });

test.each<[string, object, unknown]>([
  ['a classifier', { classify: { custom: './mine.ts' } }, boom],
  ['a retry rule', { retry: { custom: './mine.ts' } }, { delayMs: boom }],
  [
    'a route',
    { route: { custom: './mine.ts' } },
    { targets: ['flagship'], next: ({ last }: { readonly last: number }) => (last < 0 ? { position: 0, wait: false } : boom()) },
  ],
])('%s of the user’s that throws ends its call, and nothing else', async (_name, strategy, part) => {
  const said: string[] = [];
  const { port, gateway } = await opened(full, strategy, {
    modules: new Map([[url, plugin(part)]]),
    crashed: (error) => said.push(String(error)),
  });
  for (const stream of [false, true]) expect((await post(port, call({ stream }))).status).toBe(502);
  expect(said.length).toBeGreaterThanOrEqual(2);
  expect(said.join()).toContain('boom');
  expect(gateway.status().requests).toMatchObject({ broken: 2, open: 0 });
  expect(gateway.status().models.every(({ inFlight }) => inFlight === 0)).toBe(true);
});

test('an adapter that throws at a choice that nobody looked at leaves it as it was written, once', async () => {
  const said: string[] = [];
  const adapt = (text: string) => (text === '[1]' ? text : boom());
  const whole = { choices: ['[1]', 'no JSON'].map((content, index) => ({ index, message: { content }, finish_reason: 'stop' })) };
  const to = await upstream((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
  });
  const { port, gateway, rows } = await opened(
    models(),
    { retry: 'none', route: ['flagship'], adapt: { custom: './mine.ts' } },
    { upstream: () => to, modules: new Map([[url, plugin(adapt)]]), crashed: (error) => said.push(String(error)) },
  );
  const reply = await post(port, call({ n: 2, response_format: { type: 'json_object' } }));
  expect([reply.status, reply.text]).toEqual([200, JSON.stringify(whole)]);
  expect(said.join()).toContain('boom');
  expect(gateway.status().requests).toMatchObject({ first: 1, broken: 0, open: 0 });
  expect(rows.filter(({ kind }) => kind === 'request')).toHaveLength(1);
});

import { expect, test } from 'vitest';
import { z } from 'zod';
import { post } from '../server/served.ts';
import { call, models, opened } from './opened.ts';

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

import { expect, test } from 'vitest';
import { post } from '../server/served.ts';
import { call, models, opened } from './opened.ts';

test.each([
  ['a path that is not there', '/v1/embeddings', call(), 404],
  ['a body that is no object', '/v1/chat/completions', [], 400],
])('%s: trying again changes nothing, and no attempt was made', async (_what, path, body, expected) => {
  const { port } = await opened(models(), {});
  const { status, headers } = await post(port, body as object, { path });
  expect([status, headers['x-should-retry'], headers['x-at-capacity-attempts']]).toEqual([expected, 'false', '0']);
});

test('an idle connection is kept longer than any client keeps one', async () => {
  const { gateway } = await opened(models(), {});
  expect(gateway.server.server.keepAliveTimeout).toBe(600_000);
});

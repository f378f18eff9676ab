import { startProvider } from 'at-capacity/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { ask } from '../ask.mjs';

const provider = await startProvider({
  provider: { models: { big: { slots: 2, firstToken: '5ms', tokensPerSecond: 10000, refuseAfter: '1ms' } } },
});
beforeEach(() => provider.reset());
afterAll(() => provider.close());

test('asks again when there is no capacity', async () => {
  await provider.script('big', [{ refuse: 'capacity' }, { refuse: 'capacity' }]);
  expect(await ask(provider.baseUrl(), 'Hello')).toMatch(/\w/);
  const { entries } = await provider.journal();
  expect(entries.map(({ status }) => status)).toEqual([503, 503, 200]);
});

test('gives up after three attempts, and at once when the key is wrong', async () => {
  await provider.admin('POST', '/faults', { outage: {} });
  await expect(ask(provider.baseUrl(), 'Hello')).rejects.toThrow('status 503 after 3 attempts');
  await provider.reset();
  await provider.script('big', [{ refuse: 'auth' }]);
  await expect(ask(provider.baseUrl(), 'Hello')).rejects.toThrow('status 401 after 1 attempts');
});

test('leaves no slot taken', async () => {
  await Promise.allSettled(Array.from({ length: 20 }, () => ask(provider.baseUrl(), 'Hello')));
  const { requests, consistent } = await provider.state();
  expect([requests.open, consistent]).toEqual([0, true]);
});

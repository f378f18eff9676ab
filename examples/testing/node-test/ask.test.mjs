import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { startProvider } from 'at-capacity/testing';
import { ask } from '../ask.mjs';

const provider = await startProvider({
  provider: { models: { big: { slots: 2, firstToken: '5ms', tokensPerSecond: 10000, refuseAfter: '1ms' } } },
});
beforeEach(() => provider.reset());
after(() => provider.close());

test('asks again when there is no capacity', async () => {
  await provider.script('big', [{ refuse: 'capacity' }, { refuse: 'capacity' }]);
  assert.match(await ask(provider.baseUrl(), 'Hello'), /\w/);
  const { entries } = await provider.journal();
  assert.deepEqual(
    entries.map(({ status }) => status),
    [503, 503, 200],
  );
});

test('gives up after three attempts', async () => {
  await provider.admin('POST', '/faults', { outage: {} });
  await assert.rejects(ask(provider.baseUrl(), 'Hello'), /status 503 after 3 attempts/);
});

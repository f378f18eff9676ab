import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { clientModule } from '../../server/clients.ts';
import { inVirtualTime } from './run-thread.ts';

test('the openai package lives in virtual time as it is', async () => {
  await clientModule('openai', 'index.mjs');
  const options = { package: pathToFileURL(packagePath('test', 'clients', 'node_modules', 'openai', 'index.mjs')).href };
  const { log, findings, ending } = await inVirtualTime('package', options);
  // Refused after 100 ms, it waits for the 2 s of Retry-After; its time-out is 5 s from the send. Then its own backoff: half a
  // second, doubled once, less up to a quarter of it by luck.
  expect(log.slice(0, 2)).toEqual([
    ['attempt', 0, 'request 1'],
    ['attempt', 2100, 'request 1'],
  ]);
  const [name, thirdMs, store] = log[2] as [string, number, string];
  expect([name, store]).toEqual(['attempt', 'request 1']);
  expect(thirdMs).toBeGreaterThanOrEqual(7100 + 750);
  expect(thirdMs).toBeLessThanOrEqual(7100 + 1000);
  expect(log.slice(3)).toEqual([['Good morning.', thirdMs + 100]]);
  expect([findings, ending]).toEqual([[], { how: 'over' }]);
  expect((await inVirtualTime('package', options)).log).toEqual(log);
});

import type { AddressInfo } from 'node:net';
import { buildProvider } from '../../../harness/serve/build-provider.ts';

/** What a server has used until now. */
export interface Used {
  readonly cpuSeconds: number;
}

/** A provider in a process of its own: waits for its scenario, says its port, and then answers each message with what it has used. */
process.once('message', async (scenario: object) => {
  const server = await buildProvider(scenario);
  await server.listen({ port: 0, host: '127.0.0.1' });
  process.send?.({ port: (server.server.address() as AddressInfo).port });
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuSeconds: (user + system) / 1e6 } satisfies Used);
  });
});
process.on('disconnect', () => process.exit());

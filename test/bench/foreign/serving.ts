import { once } from 'node:events';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { buildProvider } from '../../../harness/serve/build-provider.ts';

/** What a server has used until now. */
export interface Used {
  readonly cpuSeconds: number;
}

export interface Served {
  readonly scenario: object;
  /** Says the port for HTTP/2 without TLS. */
  readonly http2: boolean;
}

/** A provider in a process of its own: waits for its scenario, says its port, and then answers each message with what it has used. */
process.once('message', async ({ scenario, http2 }: Served) => {
  const server = await buildProvider(scenario);
  await server.listen({ port: 0, host: '127.0.0.1' });
  const second = createServer().on('request', (...exchange) => void server.server.emit('request', ...exchange));
  await once(second.listen(0, '127.0.0.1'), 'listening');
  process.send?.({ port: ((http2 ? second : server.server).address() as AddressInfo).port });
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuSeconds: (user + system) / 1e6 } satisfies Used);
  });
});
process.on('disconnect', () => process.exit());

import type { AddressInfo } from 'node:net';
import { buildProvider } from '../../../harness/serve/build-provider.ts';
import { stepMs, tokens } from './reply.ts';

const scenario = {
  provider: {
    models: {
      'at-once': { slots: 100_000, service: '0ms' },
      paced: { slots: 100_000, firstToken: '0ms', tokensPerSecond: 1000 / stepMs },
    },
  },
  workload: { model: 'at-once', arrivals: { poisson: { rate: '1/s' } }, sizes: { input: 10, output: tokens } },
};

/** Our server on a free port. */
export async function serveOurs(): Promise<number> {
  const server = await buildProvider(scenario);
  await server.listen({ port: 0, host: '127.0.0.1' });
  return (server.server.address() as AddressInfo).port;
}

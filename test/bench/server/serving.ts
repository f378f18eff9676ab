import { serveAimock } from './aimock.ts';
import { serveBare } from './bare-fastify.ts';
import { serveOurs } from './ours.ts';
import type { Sample } from './reply.ts';

/**
 * One server in a process of its own: `node serving.js ours | fastify | aimock`. Waits for the sample that it is to give,
 * says its port, and then answers each message with what it has used until now.
 */
const servers = { ours: serveOurs, fastify: serveBare, aimock: serveAimock };
export type ServerName = keyof typeof servers;

export interface Used {
  readonly cpuSeconds: number;
  /** After a collection, where `--expose-gc` allows one. */
  readonly heapBytes: number;
  readonly residentBytes: number;
}

function used(): Used {
  const { user, system } = process.cpuUsage();
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { cpuSeconds: (user + system) / 1e6, heapBytes: heapUsed, residentBytes: rss };
}

const say = (message: object): void => {
  process.send?.(message);
};

process.once('message', async (sample: Sample) => {
  const serve = servers[process.argv[2] as ServerName];
  say({ port: await serve(sample) });
  process.on('message', () => say(used()));
});
process.on('disconnect', () => process.exit());

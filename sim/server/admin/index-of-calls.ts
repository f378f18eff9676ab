import type { FastifyInstance } from 'fastify';

/** `GET /_admin`: every call that there is, for whoever looks around. To be called before the others are added. */
export function addIndex(admin: FastifyInstance): void {
  const calls: string[] = [];
  admin.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) if (each !== 'HEAD') calls.push(`${each} ${url}`);
  });
  admin.get('/', () => ({ calls }));
}

import type { FastifyInstance } from 'fastify';
import type { BuildOptions } from '../../../harness/serve/build-provider.ts';
import type { State } from '../../../sim/server/admin/state.ts';
import { FakeTime, settled } from '../fake-time.ts';
import { built, chat } from '../served.ts';

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

/** A server in a time of its own, and short ways to ask it. */
export async function administered(scenario: string | object, options: BuildOptions = {}) {
  const time = new FakeTime();
  const server = await built(scenario, { realTime: time, at: '0s', ...options });
  return {
    time,
    server,
    ask: <Body = unknown>(method: Method, path: string, body?: object) => ask<Body>(server, method, path, body),
    state: async () => (await server.inject('/_admin/state')).json() as State,
    pool: async (name = 'big') => ((await server.inject('/_admin/state')).json() as State).providers.default?.pools[name],
    /** The status of one call that is answered at once, or after so many milliseconds. */
    call: (more: object = {}, ms = 20) => callOnce(server, time, more, ms),
  };
}

async function ask<Body>(server: FastifyInstance, method: Method, path: string, body: object | undefined) {
  const reply = await server.inject({ method, url: `/_admin/${path}`, ...(body !== undefined && { payload: body }) });
  return { status: reply.statusCode, body: reply.json() as Body };
}

async function callOnce(server: FastifyInstance, time: FakeTime, more: object, ms: number): Promise<number | 'open'> {
  let status: number | 'open' = 'open';
  server
    .inject({ method: 'POST', url: '/v1/chat/completions', payload: chat(more) })
    .then((reply) => {
      status = reply.statusCode;
    })
    // Lost on purpose.
    .catch(() => {});
  // The request is there before time passes.
  for (let i = 0; i < 5; i++) await settled();
  await time.pass(ms);
  return status;
}

import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach } from 'vitest';
import { type BuildOptions, buildProvider } from '../../harness/serve/build-provider.ts';

/** What `/_admin/state` says, as far as tests look at it. */
export interface SeenState {
  readonly time: { readonly now: string; readonly zone: string; readonly sinceStartMs: number };
  readonly requests: Readonly<Record<string, number>>;
  readonly providers: Readonly<
    Record<
      string,
      {
        readonly pools: Readonly<
          Record<
            string,
            {
              readonly slots: number;
              readonly busy: number;
              readonly own: number;
              readonly tenants: number;
              readonly queue: { readonly waiting: number; readonly own: number };
            }
          >
        >;
        readonly models: Readonly<
          Record<
            string,
            {
              readonly attempts: number;
              readonly admitted: number;
              readonly refused: Readonly<Record<string, number>>;
              readonly billedTokens: { readonly input: number; readonly output: number };
              readonly quota: readonly object[];
            }
          >
        >;
        readonly counts: Readonly<Record<string, number>>;
      }
    >
  >;
  readonly sums: readonly { readonly name: string; readonly left: number; readonly right: number; readonly holds: boolean }[];
  readonly consistent: boolean;
}

/** A server that listens on a free port of this machine. */
export interface Listening {
  readonly server: FastifyInstance;
  readonly port: number;
  readonly url: string;
  state(): Promise<SeenState>;
}

const open: FastifyInstance[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

export async function built(scenario: string | object, options: BuildOptions = {}): Promise<FastifyInstance> {
  const server = await buildProvider(scenario, options);
  open.push(server);
  return server;
}

export async function listening(scenario: string | object, options: BuildOptions = {}, at = 0): Promise<Listening> {
  const server = await built(scenario, options);
  const url = await server.listen({ port: at, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  return { server, port, url, state: async () => (await (await fetch(`${url}/_admin/state`)).json()) as SeenState };
}

/** A provider with one model, whose answers have so many tokens. */
export function oneModel(model: object, { output = 4, faults = [] as readonly object[], ...more } = {}): object {
  return {
    provider: { models: { big: { refuseAfter: '0ms', ...model } }, faults, ...more },
    workload: { arrivals: { poisson: { rate: '1/s' } }, sizes: { input: 10, output } },
  };
}

/** The body of a chat completion. */
export function chat(more: object = {}): object {
  return { model: 'big', messages: [{ role: 'user', content: 'Hello' }], ...more };
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Code of the error that ended the body early; undefined when it came whole. */
  readonly broken: string | undefined;
}

export const json = (reply: { readonly text: string }) =>
  JSON.parse(reply.text) as {
    readonly error: { readonly message: string; readonly type: string; readonly param: unknown; readonly code: unknown };
  };

/** The data of the events of a stream, each parsed where it can be. */
export function events(text: string): unknown[] {
  return text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => {
      const data = event.replace(/^data: /, '');
      try {
        return JSON.parse(data);
      } catch {
        return data;
      }
    });
}

/** Posts a body and takes whatever comes back; rejects when nothing does. */
export function post(
  port: number,
  body: unknown,
  options: { readonly agent?: Agent; readonly path?: string; readonly headers?: object } = {},
): Promise<Reply> {
  const { agent = new Agent(), path = '/v1/chat/completions', headers = {} } = options;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, path, method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } },
      (response) => resolve(received(response)),
    );
    call.on('error', reject);
    call.end(text);
  });
}

async function received(response: IncomingMessage): Promise<Reply> {
  let text = '';
  let broken: string | undefined;
  response.setEncoding('utf8');
  try {
    for await (const chunk of response) text += chunk;
  } catch (error) {
    broken = (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
  return { status: response.statusCode ?? 0, headers: response.headers, text, broken };
}

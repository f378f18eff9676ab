import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildProvider } from '../../../harness/serve/build-provider.ts';
import type { Caller, Outgoing } from '../../../sim/dialects/caller.ts';
import type { Dialect } from '../../../sim/dialects/dialect.ts';
import { dialects } from '../../../sim/dialects/registry.ts';
import type { RealTime } from '../../../sim/kernel/wall-clock.ts';
import type { Fixture } from './fixture.ts';
import { scenarioFor } from './scenario-for.ts';

/** What came over a socket. */
export interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Time that stands still, so that no quota refills: what is due at once happens, nothing else does. */
const standing: RealTime = {
  nowMs: () => 0,
  wait(ms, run) {
    const due = ms === 0 ? setImmediate(run) : undefined;
    return () => clearImmediate(due);
  },
};

const ofTheConnection = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'cache-control'];

/** Makes a fixture's error come about at a real server and returns what the server sends. */
export async function sentFor(fixture: Fixture): Promise<Seen> {
  const { cause, form, stream = form === 'stream', figures = {}, request: own, model = 'big' } = fixture;
  const spoken = spokenBy(fixture);
  const send = async (server: FastifyInstance, cost: Partial<Costing> = {}): Promise<Seen> =>
    over(server, own === undefined ? outgoing(spoken.caller, { model, stream, ...cost }) : { ...own, body: textOf(own.body) });
  return serving(scenarioFor(fixture), async (server) => {
    const { limit = 0, used = 0, requested = 1 } = figures;
    if (cause === 'requests' || cause === 'day') for (let sent = 0; sent < used; sent++) await send(server);
    if (cause === 'concurrent') await fill(server, limit, () => send(server));
    if (cause === undefined || !costly.includes(cause)) return send(server);
    const inputs = await inputTokens(fixture, spoken);
    if (used > 0) await send(server, costing(cause, used, inputs));
    return send(server, costing(cause, requested, inputs));
  });
}

/** Causes that hang on the size of a request. */
const costly = ['tokens', 'input-tokens', 'output-tokens', 'request_too_large', 'context_length'];

/** How a request gets its size: by its text, 4 bytes a token, and by its bound on the output. */
interface Costing {
  readonly text: string;
  readonly maxTokens: number;
}

/** `inputs` are the tokens of a request with a text of one token. */
function costing(cause: string, cost: number, inputs: number): Costing {
  if (cause === 'input-tokens') return { text: 'abcd'.repeat(cost - inputs + 1), maxTokens: 1 };
  return { text: 'abcd', maxTokens: cause === 'output-tokens' ? cost : cost - inputs };
}

function spokenBy({ dialect }: Fixture): Dialect {
  const name = typeof dialect === 'string' ? dialect : (Object.keys(dialect)[0] ?? '');
  const options = typeof dialect === 'string' ? {} : dialect[name];
  const plugin = dialects[name as keyof typeof dialects];
  return (plugin as unknown as { create(options: unknown): Dialect }).create(plugin.options.parse(options));
}

type Posted = Omit<Outgoing, 'headers'> & { readonly method?: string | undefined; readonly headers?: Outgoing['headers'] };

function outgoing(
  caller: Caller,
  { model, stream, text = 'abcd', maxTokens }: { model: string; stream: boolean } & Partial<Costing>,
): Posted {
  const { path, headers, body } = caller.request({ model, text, stream, maxTokens });
  return { path, body, headers: { ...headers, ...caller.authorization('any') } };
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** As many requests as a quota lets through at once, none of which ends. */
async function fill(server: FastifyInstance, count: number, send: () => Promise<Seen>): Promise<void> {
  for (let sent = 1; sent <= count; sent++) {
    send().catch(() => {});
    while ((await stateOf(server)).pool.own < sent) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Input tokens of a request whose text has one token, as a quota on input counts them. */
async function inputTokens({ dialect, model = 'big' }: Fixture, spoken: Dialect): Promise<number> {
  const many = 1_000_000;
  const probe = { slots: 1, service: '0ms', quota: { inputTpm: many } };
  return serving({ provider: { dialect, models: { [model]: probe } } }, async (server) => {
    await over(server, outgoing(spoken.caller, { model, stream: false, maxTokens: 1 }));
    return many - ((await stateOf(server)).quota[0]?.remaining ?? 0);
  });
}

async function stateOf(server: FastifyInstance) {
  const { providers } = (await server.inject('/_admin/state')).json() as {
    readonly providers: {
      readonly default: {
        readonly pools: Readonly<Record<string, { readonly own: number }>>;
        readonly models: Readonly<Record<string, { readonly quota: readonly { readonly remaining: number }[] }>>;
      };
    };
  };
  const [pool] = Object.values(providers.default.pools);
  const [model] = Object.values(providers.default.models);
  return { pool: pool ?? { own: 0 }, quota: model?.quota ?? [] };
}

async function serving<Value>(scenario: object, use: (server: FastifyInstance) => Promise<Value>): Promise<Value> {
  const server = await buildProvider(scenario, { realTime: standing });
  await server.listen({ port: 0, host: '127.0.0.1' });
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

function over(server: FastifyInstance, { method = 'POST', path, headers = {}, body }: Posted): Promise<Seen> {
  const { port } = server.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, agent: false, headers: { 'content-type': 'application/json', ...headers } };
    const call = request(options, async (response) => {
      const said = Object.entries(response.headers).filter(([name]) => !ofTheConnection.includes(name));
      const parts: Buffer[] = [];
      try {
        for await (const part of response) parts.push(part as Buffer);
      } catch (error) {
        reject(error);
      }
      const binary = response.headers['content-type'] === 'application/vnd.amazon.eventstream';
      resolve({
        status: response.statusCode ?? 0,
        headers: Object.fromEntries(said.map(([name, value]) => [name, String(value)])),
        body: Buffer.concat(parts).toString(binary ? 'latin1' : 'utf8'),
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}

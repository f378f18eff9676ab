import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import type { AlarmCall } from '../../harness/alarm/call.ts';
import { createGateway, type Gateway } from '../../harness/gateway/gateway.ts';
import type { GatewayOptions } from '../../harness/gateway/gateway-options.ts';
import type { RecordRow } from '../../harness/gateway/record.ts';
import { type Listening, listening } from '../server/served.ts';
import { resolved } from '../strategy/resolved.ts';

/** A gateway before a simulated provider, and what it said. */
export interface Opened {
  readonly gateway: Gateway;
  readonly provider: Listening;
  readonly port: number;
  readonly url: string;
  readonly log: string[];
  readonly rows: RecordRow[];
  readonly alarms: AlarmCall[];
}

const open: Gateway[] = [];
const echoes: Server[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((gateway) => gateway.close()));
  for (const server of echoes.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Three models of their own pools; answers of 4 tokens at once. */
export function models(more: { readonly faults?: readonly object[]; readonly slots?: number } = {}): object {
  const model = { slots: more.slots ?? 50, firstToken: '1ms', tokensPerSecond: 2000, refuseAfter: '0ms' };
  return {
    provider: { models: { flagship: model, light: model, floor: model }, faults: more.faults ?? [] },
    workload: { arrivals: { poisson: { rate: '1/s' } }, sizes: { input: 10, output: 4 } },
  };
}

/** What happens to the attempts at these models, one after the other, whoever asks. */
export function scripted(of: readonly string[], replies: readonly unknown[], last: unknown = 'ok'): object {
  return { script: { models: of, per: 'arrival', replies, ['then' as const]: last } };
}

export async function opened(scenario: object, strategy: object, options: Partial<GatewayOptions> = {}): Promise<Opened> {
  const provider = await listening(scenario);
  const log: string[] = [];
  const rows: RecordRow[] = [];
  const alarms: AlarmCall[] = [];
  const gateway = createGateway({
    strategy: resolved({ name: 'tested', ...strategy }, { model: 'flagship', ladder: ['flagship', 'light', 'floor'] }),
    modules: new Map(),
    upstream: (_target, shape) => `${provider.url}/${shape}`,
    modelOf: (target) => target,
    log: (line) => log.push(line),
    record: { add: (row) => rows.push(row), close: async () => {} },
    alarmed: (call) => alarms.push(call),
    ...options,
  });
  open.push(gateway);
  const url = await gateway.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = gateway.server.server.address() as AddressInfo;
  return { gateway, provider, port, url, log, rows, alarms };
}

const asked = { model: 'assistant', messages: [{ role: 'user', content: 'Hello' }] };

/** The body of a call in either shape. */
export const call = (more: object = {}) => ({ ...asked, ...more });
export const message = (more: object = {}) => ({ ...asked, max_tokens: 20, ...more });

/** What an upstream was sent. */
export interface Seen {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** An upstream that answers everything with 500 and keeps what it was sent. */
export async function echo(): Promise<{ readonly seen: Seen[]; readonly url: string }> {
  const seen: Seen[] = [];
  const url = await upstream(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    seen.push({ path: request.url, headers: request.headers, body: JSON.parse(text) });
    response.writeHead(500).end('{}');
  });
  return { seen, url };
}

/** The address of an upstream that answers so. */
export async function upstream(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  echoes.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

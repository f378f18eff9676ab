import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { onTestFinished } from 'vitest';
import { openaiErrors } from '../../sim/dialects/openai/errors.ts';

export interface SlotsOptions {
  /** Requests served at once; the others are refused. Default: any number. */
  readonly slots?: number;
  readonly serviceMs?: number;
  readonly refuseMs?: number;
  /** Sent with refusals. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SlotsServer {
  readonly url: string;
  /** Requests that came. */
  readonly requests: () => number;
  /** Most requests under way at one time. */
  readonly most: () => number;
  readonly bodies: readonly string[];
  readonly seen: readonly IncomingMessage[];
}

export const answer = JSON.stringify({
  choices: [{ message: { content: 'one' }, finish_reason: 'stop' }],
  usage: { completion_tokens: 1 },
});

const capacity = openaiErrors.capacity;
export const refusal = JSON.stringify({ error: { message: capacity.message({}, ''), type: capacity.type, code: capacity.code } });

/** A server with so many slots of a fixed service time that refuses as OpenAI does; gone after the test. */
export async function slotsServer({ slots = Number.POSITIVE_INFINITY, serviceMs = 0, refuseMs = 0, headers = {} }: SlotsOptions) {
  let busy = 0;
  return listening((_, response) => {
    const full = busy >= slots;
    if (!full) busy += 1;
    setTimeout(
      () => {
        if (!full) busy -= 1;
        response.writeHead(full ? capacity.status : 200, { 'content-type': 'application/json', ...(full && headers) });
        response.end(full ? refusal : answer);
      },
      full ? refuseMs : serviceMs,
    );
  });
}

/** A server on this machine that counts what comes; gone after the test. */
export async function listening(reply: (request: IncomingMessage, response: ServerResponse) => void): Promise<SlotsServer> {
  let requests = 0;
  let open = 0;
  let most = 0;
  const bodies: string[] = [];
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests += 1;
    seen.push(request);
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => {
      open -= 1;
    });
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.push(body);
      reply(request, response);
    });
  });
  const url = await addressOf(server);
  return { url, requests: () => requests, most: () => most, bodies, seen };
}

/** Listens on a free port until the test is over. */
export async function addressOf(server: Server & { closeAllConnections?(): void }): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections?.();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

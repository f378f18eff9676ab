import type { ServerResponse } from 'node:http';

/** One call, and what the far side does with it. */
export interface Cell {
  readonly name: string;
  /** What comes in answer; nothing is a far side that hangs. */
  readonly answer: (reply: ServerResponse, wait: (ms: number) => Promise<void>) => Promise<void> | void;
  /** More of what is asked than a posted JSON text. */
  readonly init?: RequestInit;
  /** How the client leaves: so many ms after it has called, by the signal; or when the first piece of the body is there. */
  readonly leaves?: number | 'aborts the body' | 'cancels the body';
  /** Ends by a limit of undici's, which looks at its clock every half a second. */
  readonly limited?: true;
}

const json = { 'content-type': 'application/json', 'x-request-id': 'req-1' };

/** Two pieces of a stream, 10 ms each, with the head in front of the first. */
const begun: Cell['answer'] = async (reply, wait) => {
  reply.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  for (const piece of ['one', 'two']) {
    await wait(10);
    reply.write(`data: ${piece}\n\n`);
  }
  await wait(10);
};

/** What differs first when a version of Node brings another fetch: how calls look, how they end, what is raised, and when. */
export const cells: readonly Cell[] = [
  { name: 'reply', answer: (reply) => void reply.writeHead(200, json).end('{"text":"Grüße"}') },
  { name: 'error', answer: (reply) => void reply.writeHead(429, { ...json, 'retry-after': '1' }).end('{"error":{}}') },
  { name: 'no content', answer: (reply) => void reply.writeHead(204).end() },
  { name: 'no body asked', init: { method: 'GET', body: null }, answer: (reply) => void reply.writeHead(200, json).end('[]') },
  { name: 'redirect', answer: (reply) => void reply.writeHead(307, { location: '/reply' }).end() },
  {
    name: 'stream',
    answer: async (reply, wait) => {
      await begun(reply, wait);
      reply.end('data: [DONE]\n\n');
    },
  },
  { name: 'reset', answer: (reply) => void reply.socket?.resetAndDestroy() },
  { name: 'closed', answer: (reply) => void reply.socket?.destroy() },
  {
    name: 'reset in a stream',
    answer: async (reply, wait) => {
      await begun(reply, wait);
      reply.socket?.resetAndDestroy();
    },
  },
  {
    name: 'closed in a stream',
    answer: async (reply, wait) => {
      await begun(reply, wait);
      reply.socket?.destroy();
    },
  },
  { name: 'hang', limited: true, answer: () => {} },
  { name: 'silence in a stream', limited: true, answer: begun },
  { name: 'abort', leaves: 50, answer: () => {} },
  { name: 'abort in a stream', leaves: 'aborts the body', answer: begun },
  { name: 'cancel in a stream', leaves: 'cancels the body', answer: begun },
];

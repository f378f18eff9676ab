import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/**
 * A server that sends the first part of a stream at once and the rest `ms` later, whatever it is asked: that of the project sends
 * nothing between the head of a stream and its first token.
 */
export async function lateError(first: string, rest: string, ms: number): Promise<{ readonly url: string; attempts(): number }> {
  let attempts = 0;
  const server = createServer((request, response) => {
    attempts += 1;
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(first);
    // A client that is gone by then closes the connection; nothing more can be written to it.
    setTimeout(ms).then(() => response.end(rest));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => server.close() && undefined);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, attempts: () => attempts };
}

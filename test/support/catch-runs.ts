import type { Client, RequestRun } from '../../harness/client/client.ts';

/** What `begin` hands back, by entity, so that a test can abort as a caller would. */
export function catchRuns(clients: readonly Client[]): Map<number, RequestRun> {
  const runs = new Map<number, RequestRun>();
  for (const client of clients) {
    const begin = client.begin.bind(client);
    client.begin = (request, ...rest) => {
      const run = begin(request, ...rest);
      runs.set(request.entity, run);
      return run;
    };
  }
  return runs;
}

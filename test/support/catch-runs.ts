import type { RequestRun } from '../../harness/client/request-run.ts';
import type { Taker } from '../../harness/client/settled.ts';

/** What `begin` hands back, by entity, so that a test can abort as a caller would. */
export function catchRuns(clients: readonly Taker[]): Map<number, RequestRun> {
  const runs = new Map<number, RequestRun>();
  for (const client of clients) {
    const begin = client.begin.bind(client);
    client.begin = (request, ...rest) => {
      const run = begin(request, ...rest) as RequestRun;
      runs.set(request.entity, run);
      return run;
    };
  }
  return runs;
}

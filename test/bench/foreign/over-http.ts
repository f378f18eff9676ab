import { pathToFileURL } from 'node:url';
import type { ForeignRun } from '../../../harness/foreign/host/job.ts';
import { loadClient } from '../../../harness/foreign/host/load-client.ts';
import { foreignRequest } from '../../../harness/foreign/run/foreign-request.ts';
import type { Request } from '../../../sim/kernel/transport.ts';
import { type Measured, measuring } from './measured.ts';
import { inFlight } from './world.ts';

/** What is asked over real connections. */
export interface Asked {
  readonly module: string;
  readonly baseURL: string;
  readonly stream: boolean;
  readonly calls: number;
}

/** The entry of a job: the same client in the same kind of thread, with its server in another process, whose time is not counted. */
export const run: ForeignRun = async ({ data }, _tell, alive): Promise<Measured> => {
  const { module, baseURL, stream, calls } = data as Asked;
  const measure = measuring();
  const model = 'big';
  const loaded = await loadClient(pathToFileURL(module).href);
  const client = await loaded.create({ model, baseURL, fetch: globalThis.fetch });
  let begun = 0;
  let ended = 0;
  const { signal } = new AbortController();
  const user = async (): Promise<void> => {
    while (begun < calls) {
      const request = { entity: begun++, maxTokens: 100, stream } as Request;
      await client(foreignRequest(request, model), { baseURL, fetch: globalThis.fetch, signal });
      alive(0);
      ended += 1;
      if (ended === Math.floor(calls / 10)) measure.tenth();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, user));
  return measure.end(calls);
};

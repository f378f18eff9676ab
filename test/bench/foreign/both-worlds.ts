import { createHost, type Host } from '../../../harness/foreign/host/host.ts';
import type { ForeignData } from '../../../harness/foreign/run/foreign-run.ts';
import { packageVariables } from '../../../harness/foreign/run/package-variables.ts';
import { loadScenario } from '../../../harness/scenario/load.ts';
import { basePaths } from '../../../harness/testing/base-urls.ts';
import { median } from '../measure.ts';
import { startChild } from '../server/child.ts';
import type { Measured } from './measured.ts';
import type { Asked } from './over-http.ts';
import type { Served, Used } from './serving.ts';
import { type Example, scenarioOf } from './world.ts';

const entryOf = (file: string): string => new URL(`./${file}`, import.meta.url).href;

/** One run of an example in virtual time, in a process of its own. */
export function inVirtualTime(example: Example, stream: boolean, calls: number): Promise<Measured> {
  return inHost(async (host) => {
    const { scenario } = await loadScenario({ text: JSON.stringify(scenarioOf(example, stream, 'a second', calls)) });
    const data: ForeignData = { scenario, strategyIndex: 0, replication: 0, raw: false, fidelity: false };
    return host.run({ entry: entryOf('in-virtual-time.js'), data, name: example.name });
  });
}

export interface OverHttp {
  /** Calls a CPU second of the client's process. */
  readonly client: number;
  /** Of both processes, the client's and the server's. */
  readonly both: number;
}

/** The same calls to a server on loopback, in a process of its own. */
export async function overHttp({ name, module, dialect }: Example, stream: boolean, calls: number): Promise<OverHttp> {
  const server = startChild('../foreign/serving.js');
  try {
    const { workload, provider } = scenarioOf({ name, module, dialect }, stream, 'none', calls) as Record<string, object>;
    const { port } = await server.ask<{ port: number }>({
      scenario: { provider, workload },
      http2: dialect === 'bedrock',
    } satisfies Served);
    const baseURL = `http://127.0.0.1:${port}/${dialect}${basePaths[dialect as keyof typeof basePaths]}`;
    const data: Asked = { module, baseURL, stream, calls };
    const before = await server.ask<Used>({});
    const { perCpuSecond: client } = await inHost((host) => host.run({ entry: entryOf('over-http.js'), data, name }));
    const after = await server.ask<Used>({});
    return { client, both: 1 / (1 / client + (after.cpuSeconds - before.cpuSeconds) / calls) };
  } finally {
    server.stop();
  }
}

async function inHost(run: (host: Host) => ReturnType<Host['run']>): Promise<Measured> {
  const host = createHost({ set: packageVariables });
  try {
    const outcome = await run(host);
    if ('failed' in outcome) throw new Error(outcome.failed.message);
    return outcome.result as Measured;
  } finally {
    await host.close();
  }
}

/**
 * Medians over rounds in which both worlds take turns, calls a CPU second. In virtual time there are more calls, so that both have about
 * as long to be compiled.
 */
export interface Compared extends OverHttp {
  readonly virtual: number;
  /** Virtual against `both`, and against `client`. */
  readonly ratio: number;
  readonly ratioToClient: number;
}

export async function bothWorlds(example: Example, stream: boolean, rounds: number, calls: number): Promise<Compared> {
  const pairs: (OverHttp & { readonly virtual: number })[] = [];
  for (let round = 0; round < rounds; round++) {
    const { perCpuSecond: virtual } = await inVirtualTime(example, stream, (stream ? 2 : 5) * calls);
    pairs.push({ virtual, ...(await overHttp(example, stream, calls)) });
  }
  return {
    virtual: median(pairs.map(({ virtual }) => virtual)),
    client: median(pairs.map(({ client }) => client)),
    both: median(pairs.map(({ both }) => both)),
    ratio: median(pairs.map(({ virtual, both }) => virtual / both)),
    ratioToClient: median(pairs.map(({ virtual, client }) => virtual / client)),
  };
}

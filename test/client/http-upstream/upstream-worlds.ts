import { type HttpConnections, openConnections } from '../../../harness/client/http-connections.ts';
import { httpUpstream, type UpstreamOptions } from '../../../harness/client/http-upstream.ts';
import { loadScenario } from '../../../harness/scenario/load.ts';
import { buildProvider } from '../../../harness/serve/build-provider.ts';
import { byShape } from '../../../harness/strategy/classify/by-shape.ts';
import type { Caller } from '../../../sim/dialects/caller.ts';
import { dialectOf } from '../../../sim/dialects/registry.ts';
import type { Attempt, Listener, Sent, WireFacts } from '../../../sim/kernel/transport.ts';
import { WallClock } from '../../../sim/kernel/wall-clock.ts';
import { FakeTime } from '../../server/fake-time.ts';
import { world } from '../../support/provider-world.ts';

/** One attempt at a provider with one model, and how its client behaves. */
export interface Situation {
  readonly provider: object;
  readonly stream: boolean;
  readonly output: number;
  readonly maxHeaderMs?: number;
  readonly maxIdleMs?: number;
  /** The client leaves then. */
  readonly cancelMs?: number;
  /** Everything has happened by then. */
  readonly lengthMs: number;
}

/** What a client hears of it: `first`, `class/reason tokens`, `cancelled tokens`, in that order; and the facts at the end. */
export interface Heard {
  readonly log: readonly string[];
  readonly facts: WireFacts | undefined;
}

const text = (provider: object) => JSON.stringify({ provider, workload: { arrivals: { at: ['0ms'] } }, strategies: [{ name: 'naive' }] });

export async function simulated(situation: Situation): Promise<Heard> {
  const { scenario } = await loadScenario({ text: text(situation.provider) });
  const { provider, stream, output, cancelMs, lengthMs, ...bounds } = situation;
  const run = world(scenario.providers.default);
  const entity = run.send(0, { model: 'big', output, stream, watchFirst: true, ...bounds });
  if (cancelMs !== undefined) run.cancel(entity, cancelMs);
  run.clock.runUntil(lengthMs * 1000);
  return { log: run.log.map((line) => line.replace(/^0 /, '').replace(/@[\d.]+/, '')), facts: run.facts.get(entity) };
}

/** The same over a socket, in a time that passes as the test says. */
export async function overHttp(situation: Situation, dialect: string): Promise<Heard> {
  const time = new FakeTime();
  const server = await buildProvider(text(situation.provider), { realTime: time });
  const connections = openConnections({ most: 8 });
  try {
    const url = await server.listen({ port: 0, host: '127.0.0.1' });
    return await hear(situation, time, upstreamTo(url, dialect, time, connections));
  } finally {
    await connections.close();
    await server.close();
  }
}

/** The options of an upstream whose requests ask for a word. */
export function upstreamTo(
  url: string,
  dialect: string,
  time: FakeTime,
  connections: HttpConnections,
): UpstreamOptions & { readonly clock: WallClock } {
  const caller = dialectOf(dialect).caller as Caller;
  return {
    url: `${url}/${dialect}`,
    caller,
    connections,
    clock: new WallClock(time),
    outgoing: ({ request, target }: Attempt) =>
      caller.request({ model: target, text: 'Say a word.', stream: request.stream, maxTokens: request.maxTokens }),
  };
}

async function hear(situation: Situation, time: FakeTime, options: ReturnType<typeof upstreamTo>): Promise<Heard> {
  const { stream, output, cancelMs, lengthMs, provider, ...bounds } = situation;
  const log: string[] = [];
  let facts: WireFacts | undefined;
  const classify = byShape.create({}, undefined);
  const listener: Listener = {
    first: () => log.push('first'),
    end(end) {
      const outcome = classify(end.facts);
      facts = end.facts;
      log.push(`${outcome.class}/${outcome.reason} ${end.tokens}`);
    },
  };
  const request = { entity: 0, inputTokens: 10, outputTokens: output, maxTokens: output, stream };
  const { clock } = options;
  const attempt = { request, target: 'big', number: 0, watchFirst: true, ...bounds };
  const sent: Sent = clock.event(() => httpUpstream(options)(attempt, listener));
  if (cancelMs !== undefined) {
    await time.pass(cancelMs);
    log.push(`cancelled ${clock.event(() => sent.cancel('caller'))}`);
  }
  await time.pass(lengthMs - (cancelMs ?? 0));
  return { log, facts };
}

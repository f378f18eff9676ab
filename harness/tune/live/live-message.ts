import type { Caller } from '../../../sim/dialects/caller.ts';
import { dialectOf } from '../../../sim/dialects/registry.ts';
import { textOf } from '../../client/marked-request.ts';
import type { Message } from '../../probe/cannon.ts';
import type { Reply } from '../../probe/read-reply.ts';
import type { ReplyReader } from '../../probe/reply-reader.ts';
import { surroundingsOf } from '../../run/client-side.ts';
import { placeOf } from '../../run/live/place.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { servedSizes } from '../../serve/served-sizes.ts';
import type { StrategySpec } from '../../strategy/spec.ts';

/** What a ramp sends of a scenario: one request of mean size, the same every time. */
export interface LiveRequest {
  readonly model: string;
  readonly dialect: string;
  /** Tokens, whole. */
  readonly input: number;
  readonly maxTokens: number;
  readonly stream: boolean;
  /** Path below the root of the interface, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly caller: Caller;
  /** Where a key for it is looked for in the environment. */
  readonly keyVariable: string;
}

/** Requests whose sizes are averaged. */
const sampled = 1000;

/** The request of a strategy's first target; `model` asks for another one than the scenario names. */
export function liveRequest(scenario: Scenario, strategy: StrategySpec, model: string | undefined): LiveRequest {
  const { providers, workload } = scenario;
  const place = placeOf(providers, firstTarget(scenario, strategy));
  const { name: dialect, caller, keyVariable } = dialectOf(providers[place.provider]?.dialect ?? 'openai');
  const { input, maxTokens } = meanSizes(scenario);
  const asked = model ?? place.model;
  const outgoing = caller.request({ model: asked, text: textOf(input), stream: workload.stream, maxTokens });
  return { ...outgoing, model: asked, dialect, input, maxTokens, stream: workload.stream, caller, keyVariable };
}

/** Where a strategy sends first. */
export function firstTarget({ workload }: Scenario, { route, over }: StrategySpec): string {
  return route.ordered[0] ?? over?.route.ordered[0] ?? workload.model;
}

function meanSizes(scenario: Scenario): { readonly input: number; readonly maxTokens: number } {
  const { luck, calendar } = surroundingsOf({ scenario, replication: 0 });
  const sizes = servedSizes(scenario.workload, calendar, luck);
  let [input, maxTokens] = [0, 0];
  for (let entity = 0; entity < sampled; entity++) {
    const one = sizes(entity);
    input += one.input;
    maxTokens += one.maxTokens;
  }
  return { input: Math.max(1, Math.round(input / sampled)), maxTokens: Math.max(1, Math.round(maxTokens / sampled)) };
}

/** The address of the interface's own path: `root` may end in a part of it, such as `/v1`, or in all of it. */
export function addressOf(root: URL, path: string): URL {
  const [own = '', query] = path.split('?', 2);
  const given = root.pathname.replace(/\/+$/, '');
  const parts = own.split('/').slice(1);
  let common = parts.length;
  while (common > 0 && !given.endsWith(`/${parts.slice(0, common).join('/')}`)) common -= 1;
  const url = new URL(root);
  url.hash = '';
  url.pathname = `${given}${parts
    .slice(common)
    .map((part) => `/${part}`)
    .join('')}`;
  if (query !== undefined) for (const [name, value] of new URLSearchParams(query)) url.searchParams.set(name, value);
  return url;
}

/** As a probe sends and reads it; `headers` go along. */
export function messageOf(request: LiveRequest, url: URL, headers: Readonly<Record<string, string>>): Message {
  return { url, headers: { ...request.headers, ...headers }, body: request.body, reader: readerOf(request) };
}

function readerOf({ caller, stream }: LiveRequest): ReplyReader {
  const whole = ({ status, headers, body }: Reply) => caller.whole(status, lowerCase(headers), body);
  if (!stream) return { whole: (reply) => told(reply, whole(reply)) };
  return {
    whole: (reply) => told(reply, whole(reply)),
    // A server that does not stream answers with plain JSON.
    pieces: (status, headers) =>
      status === 200 && !/^application\/json\b/i.test(headers['content-type'] ?? '') ? caller.stream(headers) : undefined,
  };
}

/** A redirect is not followed; where it leads is what there is to say of it. */
function told({ status, headers }: Reply, reading: ReturnType<Caller['whole']>): ReturnType<Caller['whole']> {
  if (status < 300 || status >= 400) return reading;
  return { ...reading, facts: { ...reading.facts, message: `redirects to ${lowerCase(headers).location ?? 'nowhere'}` } };
}

function lowerCase(headers: Reply['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

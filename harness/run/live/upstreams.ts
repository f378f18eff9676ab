import { dialectOf } from '../../../sim/dialects/registry.ts';
import type { Micros } from '../../../sim/kernel/clock.ts';
import type { Send } from '../../../sim/kernel/transport.ts';
import type { ProviderSpec } from '../../../sim/provider/spec.ts';
import type { HttpConnections } from '../../client/http-connections.ts';
import { httpUpstream } from '../../client/http-upstream.ts';
import { markedRequest } from '../../client/marked-request.ts';
import type { OutsideClock } from '../../client/upstream.ts';
import type { LiveOptions } from './options.ts';
import { type Place, placeOf } from './place.ts';

type Providers = Readonly<Record<string, ProviderSpec>>;

/** As a request names it: with its provider where two have one of that name. */
function askedName(providers: Providers, { provider, model }: Place): string {
  const having = Object.values(providers).filter(({ models }) => Object.hasOwn(models, model));
  return having.length > 1 ? `${provider}/${model}` : model;
}

/** Quality of a model. */
export function qualityOf(providers: Providers, target: string): number {
  const { provider, model } = placeOf(providers, target);
  return providers[provider]?.models[model]?.quality ?? 0;
}

/** Context of a model, tokens. */
export function contextOf(providers: Providers, target: string): number | undefined {
  const { provider, model } = placeOf(providers, target);
  return providers[provider]?.models[model]?.context;
}

export interface UpstreamsOptions {
  readonly live: LiveOptions;
  /** Where the run's own server listens; asked when the first attempt is sent. */
  readonly url: () => string;
  readonly connections: HttpConnections;
  readonly clock: OutsideClock;
  readonly onWire: (waited: Micros) => void;
}

/** The transport to each target over HTTP: at the run's own server in the dialect of its provider, or at somebody else's gateway. */
export function upstreams({ live, url, connections, clock, onWire }: UpstreamsOptions): (target: string) => Send {
  const { providers, target: gateway } = live;
  return (target) => {
    const place = placeOf(providers, target);
    const spec = providers[place.provider];
    if (spec === undefined) throw new Error(`no provider for ${target}`);
    const { name, caller } = dialectOf(spec.dialect);
    const outgoing = markedRequest(caller, askedName(providers, place), gateway?.headers ?? {});
    let send: Send | undefined;
    return (attempt, listener) => {
      send ??= httpUpstream({ url: gateway?.url ?? `${url()}/${name}`, caller, clock, connections, outgoing, onWire });
      return send(attempt, listener);
    };
  };
}

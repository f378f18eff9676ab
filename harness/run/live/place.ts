import type { ProviderSpec } from '../../../sim/provider/spec.ts';

/** A model as a strategy names it. */
export interface Place {
  readonly provider: string;
  readonly model: string;
}

/** Which model of which provider a target is: `model`, or `provider/model`. */
export function placeOf(providers: Readonly<Record<string, ProviderSpec>>, target: string): Place {
  for (const [provider, { models }] of Object.entries(providers)) {
    if (Object.hasOwn(models, target)) return { provider, model: target };
    const bare = target.startsWith(`${provider}/`) ? target.slice(provider.length + 1) : undefined;
    if (bare !== undefined && Object.hasOwn(models, bare)) return { provider, model: bare };
  }
  throw new Error(`no model ${target}`);
}

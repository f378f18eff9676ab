import type { ProviderSpec } from '../../sim/provider/spec.ts';

type Providers = Readonly<Record<string, ProviderSpec>>;

/** The way to this machine's own server takes no time but its own, unless the scenario says how long. */
export function inRealTime(providers: Providers, written: readonly string[]): Providers {
  return Object.fromEntries(
    Object.entries(providers).map(([name, spec]) => [name, written.includes(name) ? spec : { ...spec, network: { rtt: 0 } }]),
  );
}

import type { StrategySummary } from '../summary.ts';

/** What a limit means for everybody together. */
export interface FleetValue {
  readonly value: number;
  /** "4 per client, 80 for 20 clients"; empty where one limit is all there is. */
  readonly text: string;
}

function perOf(config: unknown): unknown {
  const limit = typeof config === 'object' && config !== null && 'limit' in config ? config.limit : null;
  return typeof limit === 'object' && limit !== null && 'per' in limit ? limit.per : 'client';
}

/**
 * The limits of all clients together: `per: fleet` means that it is that already, `per: target` that every client has one for
 * each target of its route.
 */
export function fleetValueOf(
  value: number,
  { config, attempts }: Pick<StrategySummary, 'config' | 'attempts'>,
  clients: number,
): FleetValue {
  const per = perOf(config);
  if (per === 'fleet') return { value, text: '' };
  const targets = per === 'target' ? Math.max(1, Object.keys(attempts.byTarget).length) : 1;
  const all = value * clients * targets;
  if (all === value) return { value, text: '' };
  const one = targets === 1 ? `${value} per client` : `${value} per client and target`;
  const many = targets === 1 ? '' : ` and ${targets} targets`;
  return { value: all, text: `${one}, ${all} for ${clients} client${clients === 1 ? '' : 's'}${many}` };
}

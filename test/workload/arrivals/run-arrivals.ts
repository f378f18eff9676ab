import { arrivalScope } from '../../../harness/workload/arrival-scope.ts';
import type { Arrival, Arrivals } from '../../../harness/workload/arrivals/arrivals.ts';
import { createArrivals } from '../../../harness/workload/arrivals/registry.ts';
import { type WrittenWorkload, workloadSchema } from '../../../harness/workload/schema.ts';
import { scopeFor } from '../../../sim/curves/scope.ts';
import { packageRoot } from '../../../sim/kernel/package-root.ts';
import { Luck } from '../../../sim/kernel/random.ts';

export interface Setting {
  readonly seed?: number;
  readonly replication?: number;
  readonly lengthMs?: number;
  readonly folder?: string;
}

export const hourMs = 3_600_000;

/** Arrivals as written in a file, created for one replication of a run that starts on a Monday at 00:00 UTC. */
export function arrivalsOf(
  written: unknown,
  { seed = 1, replication = 0, lengthMs = hourMs, folder = packageRoot }: Setting = {},
): Arrivals {
  const workload: WrittenWorkload = workloadSchema.parse({ arrivals: written });
  const calendar = scopeFor({ start: '2026-03-02T00:00', zone: 'UTC', length: lengthMs, seed, replication, folder });
  return createArrivals(workload.arrivals ?? {}, arrivalScope(calendar, new Luck(seed, replication)));
}

/** The open-loop arrivals before the end of the run, at most `most`. */
export function listed(written: unknown, setting: Setting & { readonly most?: number } = {}): Arrival[] {
  const source = arrivalsOf(written, setting);
  if (source.kind !== 'open') throw new Error(`expected open arrivals, found ${source.kind}`);
  const end = (setting.lengthMs ?? hourMs) * 1000;
  const list: Arrival[] = [];
  for (let next = source.next(); next !== undefined && next.atMicros < end; next = source.next()) {
    if (list.push(next) === setting.most) break;
  }
  return list;
}

/** Their times alone, in microseconds. */
export function timesOf(written: unknown, setting: Setting & { readonly most?: number } = {}): number[] {
  return listed(written, setting).map((arrival) => arrival.atMicros);
}

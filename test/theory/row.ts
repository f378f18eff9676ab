import { type Law, type Seen, type System, squaredVariation } from './system.ts';

/** One figure of a system that is known exactly. */
export interface Figure {
  readonly name: string;
  readonly expected: number;
  readonly of: (seen: Seen) => number;
  /** Relative variance of the estimate over T seconds, times T; 0 where nothing is left to chance. */
  readonly variance: number;
}

/** A system with its figures, the one it stands here for first. */
export interface Row {
  readonly group: string;
  readonly name: string;
  readonly system: System;
  /** Until the empty start is forgotten. */
  readonly warmUpSeconds: number;
  readonly figures: readonly Figure[];
}

/** Requests refused, of ours and of other tenants. */
export const refused = ({ output: { fold } }: Seen): number => fold.requests.failed / fold.requests.offered;
export const tenantsRefused = ({ output: { fold } }: Seen): number => fold.provider.modelTenantRefused / fold.provider.modelTenantArrivals;

/** The same figure takes the longer to see the more service times vary, in proportion to how long a full system stays full. */
export const slower = (law: Law): number => Math.max(0.75, (1 + squaredVariation[law]) / 2);

/** Many times as long as a loss system remembers its start, which is a service time or a few. */
export const lossWarmUp = (law: Law): number => 30 * Math.max(1, slower(law));

/** Ten times as long as M/M/c remembers its start, 1 / (√c − √a)² service times: e⁻¹⁰ of the bias is left. */
export function queueWarmUp(slots: number, load: number): number {
  const root = Math.sqrt(slots) - Math.sqrt(load);
  return Math.max(20, Math.ceil(10 / (root * root)));
}

/** Our share of a mixed load. */
export const ownShare = 0.05;

/** Where precision takes tens of millions of arrivals, tenants bring most: they are queued and refused as ours are, at a sixth of the cost. */
export function mostlyTenants(slots: number, load: number, law: Law): Pick<System, 'slots' | 'arrivals' | 'service' | 'tenants'> {
  const own = ownShare * load;
  return { slots, arrivals: { poisson: own }, service: law, tenants: { load: load - own, holdSeconds: 1, law } };
}

import type { WorkloadSpec } from './spec.ts';

/** How the arrivals of one replication differ from another's, where that is not plain luck; null where it is. */
export function arrivalNote({ arrivals }: WorkloadSpec): string | null {
  const trace = arrivals.trace as
    | { readonly repeat: boolean; readonly start?: 'first' | 'random' | undefined; readonly shape?: unknown }
    | undefined;
  if (trace === undefined) return null;
  const start = trace.start ?? (trace.repeat ? 'random' : 'first');
  if (start === 'random') return 'each replication plays the trace from a random row';
  if (trace.shape !== undefined) return 'every replication plays the trace from its first row and keeps rows by its own draws';
  return 'every replication plays the same rows of the trace: intervals leave out how arrivals vary';
}

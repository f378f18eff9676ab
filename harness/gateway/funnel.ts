/** Where requests ended, each once. */
export interface Funnel {
  /** Still under way. */
  open: number;
  /** Answered by the first attempt. */
  first: number;
  /** Answered by another attempt at the first model. */
  retried: number;
  /** Answered by another model. */
  switched: number;
  /** Answered after a turn in the line of parked requests. */
  parked: number;
  /** Told that many are asking. */
  busy: number;
  /** Told that the request is at fault. */
  rejected: number;
  /** Told that something is wrong. */
  broken: number;
  /** The caller left before the end. */
  left: number;
}

/** The same for people, as they are listed. */
export const funnelWays: readonly (readonly [keyof Funnel, string])[] = [
  ['first', 'answered at once'],
  ['retried', 'answered after a retry'],
  ['switched', 'answered by another model'],
  ['parked', 'answered after a turn in the line'],
  ['busy', 'told that many are asking'],
  ['rejected', 'told that the request is at fault'],
  ['broken', 'told that something is wrong'],
  ['left', 'left before the end'],
  ['open', 'still under way'],
];

export function zeroFunnel(): Funnel {
  return { open: 0, first: 0, retried: 0, switched: 0, parked: 0, busy: 0, rejected: 0, broken: 0, left: 0 };
}

/** How a request that is answered got there; `targets` are those of its attempts, in their order. */
export function wayOf(targets: readonly string[], parked: boolean): 'first' | 'retried' | 'switched' | 'parked' {
  if (parked) return 'parked';
  if (targets.at(-1) !== targets[0]) return 'switched';
  return targets.length > 1 ? 'retried' : 'first';
}

/** What a provider counts about our attempts, warm-up included: one of the three independent counters. */
export interface Counts {
  arrived: number;
  hard: number;
  quotaRefused: number;
  faulted: number;
  capacityRefused: number;
  queueExpired: number;
  queueCancelled: number;
  admitted: number;
  completed: number;
  cutOrFailed: number;
  cancelled: number;
  /** Lost by the network before they arrived; the provider itself knows nothing of them. */
  lost: number;
  /** Still on their way to the provider, or in its queue. */
  travelling: number;
  queued: number;
  inService: number;
  inFlightMax: number;
  /** Σ of finished holding times minus Σ of the admission instants of the open ones, microseconds. */
  holding: number;
}

export function zeroCounts(): Counts {
  return {
    arrived: 0,
    hard: 0,
    quotaRefused: 0,
    faulted: 0,
    capacityRefused: 0,
    queueExpired: 0,
    queueCancelled: 0,
    admitted: 0,
    completed: 0,
    cutOrFailed: 0,
    cancelled: 0,
    lost: 0,
    travelling: 0,
    queued: 0,
    inService: 0,
    inFlightMax: 0,
    holding: 0,
  };
}

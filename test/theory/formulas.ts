/** Blocking of M/G/c/c by the recursion B(0) = 1, B(k) = a·B(k − 1) / (k + a·B(k − 1)) (Erlang 1917). */
export function erlangB(slots: number, load: number): number {
  let blocking = 1;
  for (let k = 1; k <= slots; k++) blocking = (load * blocking) / (k + load * blocking);
  return blocking;
}

/** Probability of waiting in M/M/c: c·B / (c − a·(1 − B)). */
export function erlangC(slots: number, load: number): number {
  const blocking = erlangB(slots, load);
  return (slots * blocking) / (slots - load * (1 - blocking));
}

/** Mean wait in M/M/c in mean service times: C / (c − a). */
export function meanWait(slots: number, load: number): number {
  return erlangC(slots, load) / (slots - load);
}

/** Mean wait in M/G/1 in mean service times, `cv2` the squared coefficient of variation of service (Pollaczek 1930, Khinchine 1932). */
export function meanWaitOneSlot(load: number, cv2: number): number {
  return (load * (1 + cv2)) / (2 * (1 - load));
}

/** Quantile of the time in M/M/1 in mean service times: exponential with rate 1 − ρ. */
export function sojournQuantile(load: number, share: number): number {
  return -Math.log1p(-share) / (1 - load);
}

/**
 * Refused share of calls of `users` who think for a mean time and then ask for one of `slots`; `perUser` is mean service over
 * mean thinking. Who asks sees the others alone: E(0) = 1, E(k) = (N − k)·β·E(k − 1) / (k + (N − k)·β·E(k − 1)) (Engset 1918).
 */
export function engset(slots: number, users: number, perUser: number): number {
  let blocking = 1;
  for (let k = 1; k <= slots; k++) {
    const asked = (users - k) * perUser * blocking;
    blocking = asked / (k + asked);
  }
  return blocking;
}

/** Success, and attempts per request, when each of at most `attempts` fails with probability `p`. */
export function independentRetries(p: number, attempts: number): { success: number; load: number } {
  let failed = 1;
  let load = 0;
  for (let k = 0; k < attempts; k++) {
    load += failed;
    failed *= p;
  }
  return { success: 1 - failed, load };
}

/**
 * Overload `x` > 1 of a server that takes its capacity and refuses the rest: of a request's attempts at least one is taken
 * with probability 1/x, so 1 − p^A = 1/x, and what is sent over the capacity is 1 / (1 − p).
 */
export function stormOf(x: number, attempts: number): { p: number; sentOverCapacity: number; success: number } {
  const p = Math.exp(Math.log1p(-1 / x) / attempts);
  return { p, sentOverCapacity: 1 / (1 - p), success: 1 / x };
}

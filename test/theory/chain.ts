/** A birth-death chain on 0 … n: who is in the system. At the last state `up` is the rate of those who are refused. */
export interface Chain {
  readonly up: readonly number[];
  readonly down: readonly number[];
  readonly slots: number;
}

/** M/M/c/K with a mean service of one second; `places` in slots and queue together. */
export function poissonChain(slots: number, places: number, rate: number): Chain {
  const states = Array.from({ length: places + 1 }, (_, i) => i);
  return { up: states.map(() => rate), down: states.map((i) => Math.min(i, slots)), slots };
}

/** M/M/c, cut off where the chain is with probability 10⁻¹². */
export function queueChain(slots: number, rate: number): Chain {
  return poissonChain(slots, slots + Math.ceil(28 / Math.log(slots / rate)), rate);
}

/** Users who think for `think` seconds in the mean and take one of the slots for one second, or are refused. */
export function usersChain(slots: number, users: number, think: number): Chain {
  const states = Array.from({ length: Math.min(slots, users) + 1 }, (_, i) => i);
  return { up: states.map((i) => (users - i) / think), down: states, slots };
}

/** Σ over states of the probability of each times `of`. */
export function meanOver(probabilities: readonly number[], of: (state: number) => number): number {
  return probabilities.reduce((sum, probability, state) => sum + probability * of(state), 0);
}

/** Probability of each state: detailed balance. */
export function stationary({ up, down }: Chain): readonly number[] {
  const weights = [1];
  for (let i = 1; i < down.length; i++) weights.push(((weights[i - 1] as number) * (up[i - 1] as number)) / (down[i] as number));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** Figures of the chain, times in seconds. */
export function figuresOf(chain: Chain) {
  const at = stationary(chain);
  const last = at.length - 1;
  const waiting = (state: number): number => Math.max(0, state - chain.slots);
  const asked = meanOver(at, (state) => chain.up[state] as number);
  const refused = ((at[last] as number) * (chain.up[last] as number)) / asked;
  const inSystem = meanOver(at, (state) => state);
  const inQueue = meanOver(at, waiting);
  const taken = asked * (1 - refused);
  return { empty: at[0] as number, asked, refused, inSystem, inQueue, sojourn: inSystem / taken, wait: inQueue / taken };
}

/** What a figure counts: at each arrival, taken or refused, and over time; the figure is the mean of `of` per arrival or per second. */
export interface Counted {
  readonly per: 'arrival' | 'taken' | 'second';
  /** What a taken arrival that finds this state counts; default 0. */
  readonly taken?: (state: number) => number;
  /** What a refused arrival counts; default 0. */
  readonly refused?: number;
  /** What a second in this state counts; default 0. */
  readonly second?: (state: number) => number;
}

/**
 * Relative asymptotic variance of a figure: that of its estimate over T seconds is this over T, relative to the figure
 * squared. The quotient is made linear; g solves the Poisson equation of the chain, so that what is counted less its mean is
 * a martingale, and its variance a sum over jumps (Whitt, "Asymptotic formulas for Markov processes with applications to
 * simulation", Operations Research 40, 1992).
 */
export function relativeVariance(chain: Chain, counted: Counted): number {
  const at = stationary(chain);
  const last = at.length - 1;
  const up = (i: number): number => chain.up[i] as number;
  const { taken = () => 0, refused = 0, second = () => 0 } = counted;
  const asked = meanOver(at, up);
  const lost = (at[last] as number) * up(last);
  const units = { arrival: asked, taken: asked - lost, second: 1 }[counted.per];
  const total = meanOver(at, (i) => second(i) + (i < last ? up(i) * taken(i) : up(i) * refused));
  const value = total / units;
  const onTaken = (i: number): number => taken(i) - (counted.per === 'second' ? 0 : value);
  const onRefused = refused - (counted.per === 'arrival' ? value : 0);
  const drift = (i: number): number => second(i) - (counted.per === 'second' ? value : 0) + up(i) * (i < last ? onTaken(i) : onRefused);
  let balance = 0;
  let variance = (at[last] as number) * up(last) * onRefused * onRefused;
  for (let i = 0; i < last; i++) {
    const flow = (at[i] as number) * up(i);
    balance += (at[i] as number) * drift(i);
    const step = -balance / flow;
    // The flow up from i is the flow down to it.
    variance += flow * ((step + onTaken(i)) * (step + onTaken(i)) + step * step);
  }
  return variance / (units * units * value * value);
}

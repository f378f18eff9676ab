import { Luck } from '../../../sim/kernel/random.ts';

/** Limits that `tune` may choose from, and that the plain grid runs through. */
export const limits: readonly number[] = Array.from({ length: 20 }, (_, i) => i + 1);

/** What is drawn for one scenario, one uniform number after another. */
interface Draws {
  /** Evenly from `low` to `high`. */
  between(low: number, high: number): number;
  /** A whole number from `low` to `high`. */
  whole(low: number, high: number): number;
  chance(share: number): boolean;
  of<Value>(values: readonly Value[]): Value;
}

function drawsOf(number: number): Draws {
  const stream = new Luck(2026, number).stream('tune', 'scenario');
  let taken = 0;
  const uniform = (): number => stream.uniform(0, taken++);
  const whole = (low: number, high: number): number => low + Math.floor(uniform() * (high - low + 1));
  return {
    between: (low, high) => low + uniform() * (high - low),
    whole,
    chance: (share) => uniform() < share,
    of: (values) => values[whole(0, values.length - 1)] as (typeof values)[number],
  };
}

const ms = (value: number): string => `${Math.round(value)}ms`;
const perMinute = (rate: number): string => `${Math.max(1, Math.round(60 * rate))}/m`;

/**
 * Scenario `number` of a series without end: own slots or slots shared with others, three service laws, load from a third of
 * what is free to a third more than that, with and without retries, quota, deadline and a bound on latency; two minutes of it.
 * `seed` is where its luck begins.
 */
export function randomScenario(number: number, seed: number): object {
  const draw = drawsOf(number);
  const slots = draw.whole(3, 12);
  const hold = draw.between(400, 2500);
  const others = draw.chance(0.5) ? draw.between(0.1, 0.6) : 0;
  const rate = (draw.between(0.35, 1.35) * slots * (1 - others)) / (hold / 1000);
  const service = draw.of([ms(hold), { exponential: ms(hold) }, { p50: ms(0.8 * hold), p99: ms(4 * hold) }]);
  const quota = draw.chance(0.3) ? { rpm: Math.max(1, Math.round(60 * rate * draw.between(0.8, 1.5))) } : undefined;
  const attempts = draw.of([1, 2, 3, 5]);
  const base = ms(hold * draw.between(0.2, 1));
  const maxWait = ms(hold * draw.between(0.5, 8));
  const deadline = draw.chance(0.3) ? ms(hold * draw.between(6, 20)) : undefined;
  const errorRate = draw.of([0.02, 0.05, 0.1]);
  const p95 = draw.chance(0.5) ? ms(hold * draw.between(2.5, 10)) : undefined;
  return {
    name: `random ${number}`,
    seed,
    time: { length: '140s', warmUp: '20s' },
    provider: {
      models: {
        big: {
          slots,
          service,
          ...(others > 0 && { otherTenants: { load: Number(others.toFixed(3)), hold: ms(hold) } }),
          ...(quota && { quota }),
        },
      },
    },
    workload: { arrivals: { poisson: { rate: perMinute(rate) } }, ...(deadline && { deadline }) },
    slo: { errorRate, ...(p95 && { latency: { p95 } }) },
    strategies: [
      {
        name: 'limited',
        limit: { fixed: 1, queue: { maxWait } },
        ...(attempts > 1 && { retry: { exponential: { base }, attempts } }),
      },
    ],
  };
}

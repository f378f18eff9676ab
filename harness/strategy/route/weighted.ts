import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { number } from '../../../sim/kernel/units.ts';
import type { Route, RoutePast, RouteSample, RouteScope } from './route.ts';
import { way } from './way.ts';
import { type WayOptions, wayOptions } from './way-options.ts';

export interface WeightedOptions extends WayOptions {
  readonly weights?: readonly number[] | undefined;
  readonly sticky?: boolean | undefined;
}

/** By chance, in proportion to weights. */
export const weighted = define<WeightedOptions, Route, RouteScope>({
  name: 'weighted',
  summary:
    'each request draws its first target, with a chance in proportion to the target’s weight, and the next one of those that are left',
  formula:
    'P(target) = weight / Σ weights of those not drawn yet. One draw decides the whole order: u falls into a target’s part of (0, 1), and its place within that part is the next u. sticky: a client’s requests keep to the target that its first one drew, until an attempt there fails.',
  options: z
    .strictObject({
      weights: z
        .array(
          number(0, 'a weight')
            .describe('The weight of one target')
            .meta({ examples: [3] }),
        )
        .min(1)
        .refine((weights) => weights.some((weight) => weight > 0), { error: 'expected a weight above 0' })
        .optional()
        .describe('One for each target, in the order of the list; default 1 each')
        .meta({ examples: [[3, 1]] }),
      sticky: z
        .boolean()
        .optional()
        .describe('A client keeps to the target that it has drawn until an attempt there fails; default false')
        .meta({ examples: [true] }),
      ...wayOptions,
    })
    .describe('By chance, in proportion to weights')
    .meta({ examples: [{ weights: [3, 1] }] }),
  examples: [
    [{}, { weights: [3, 1, 1] }],
    [{}, { sticky: true }],
    [{}, { order: 'route-first' }],
    [{}, { floor: 'floor' }],
  ],
  create: ({ weights, sticky = false, ...rest }, { targets }) => {
    const each = weights ?? targets.map(() => 1);
    const drawn = ({ uniform }: RoutePast): readonly number[] => permutation(each, targets.length, uniform);
    const route: Route = { ...way(rest, targets, { rank: drawn }), draws: true };
    return sticky ? stuck(rest, targets, drawn) : route;
  },
});

/** All targets, each drawn from those that are left. */
function permutation(weights: readonly number[], length: number, uniform: number): readonly number[] {
  const left = Array.from({ length }, (_, position) => position);
  const order: number[] = [];
  let u = uniform;
  while (left.length > 0) {
    const total = left.reduce((sum, position) => sum + (weights[position] ?? 0), 0);
    let before = 0;
    let index = 0;
    for (; index < left.length - 1; index++) {
      const part = (weights[left[index] as number] ?? 0) / total;
      if (u < before + part) break;
      before += part;
    }
    const [position] = left.splice(total > 0 ? index : 0, 1) as [number];
    const part = total > 0 ? (weights[position] ?? 0) / total : 0;
    if (part > 0) u = Math.min(1, Math.max(0, (u - before) / part));
    order.push(position);
  }
  return order;
}

function stuck(options: WayOptions, targets: readonly string[], drawn: (past: RoutePast) => readonly number[]): Route {
  let home: number | undefined;
  const rank = (past: RoutePast): readonly number[] => {
    const order = drawn(past);
    return home === undefined ? order : [home, ...order.filter((position) => position !== home)];
  };
  return {
    ...way(options, targets, { rank }),
    draws: true,
    sent(position) {
      if (position < targets.length) home ??= position;
    },
    ended({ position, verdict }: RouteSample) {
      if (position === home && verdict === 'failure') home = undefined;
    },
  };
}

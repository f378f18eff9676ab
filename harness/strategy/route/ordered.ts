import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import type { Route, RouteDecision, RoutePast, RouteScope } from './route.ts';
import { floorOption, orderOption, type WayOptions } from './way-options.ts';

export interface OrderedOptions extends WayOptions {
  readonly order: 'retry-first' | 'route-first';
}

/** Down a list. */
export const ordered = define<OrderedOptions, Route, RouteScope>({
  name: 'ordered',
  summary: 'from the first target of a list downwards; every request starts at the top',
  formula:
    'retry-first: the same target after its wait while the retry rule allows, else the next open one at once. route-first: the next open one at once, after the last the first open one after its wait. Then the floor, once. A failure that does not move on is retried where it was, or ends the request.',
  options: z
    .strictObject({ order: orderOption.default('retry-first'), floor: floorOption.optional() })
    .describe('From the first target of a list downwards')
    .meta({ examples: [{ order: 'retry-first' }, { order: 'route-first', floor: 'floor' }] }),
  examples: [
    [{ order: 'retry-first' }, { order: 'route-first' }],
    [{ order: 'retry-first' }, { order: 'retry-first', floor: 'floor' }],
  ],
  create: ({ order, floor }, { targets }) => {
    const all = floor === undefined ? targets : [...targets, floor];
    const now = all.map((_, position) => ({ position, wait: false }));
    const later = all.map((_, position) => ({ position, wait: true }));
    const rungs = targets.length;

    const firstOpen = (past: RoutePast, from: number): number => {
      for (let position = from; position < rungs; position++) if (past.open[position] === true) return position;
      return -1;
    };
    const floorOrNothing = (past: RoutePast): RouteDecision =>
      past.open[rungs] === true && past.sends[rungs] === 0 ? now[rungs] : undefined;

    return {
      targets: all,
      next(past) {
        const { last, open, moveOn } = past;
        if (last === rungs) return undefined;
        const stay = last >= 0 && open[last] === true && (order === 'retry-first' || !moveOn);
        if (stay) return later[last];
        if (last >= 0 && !moveOn) return undefined;
        const next = firstOpen(past, last + 1);
        if (next >= 0) return now[next];
        const again = order === 'route-first' ? firstOpen(past, 0) : -1;
        return again >= 0 ? later[again] : floorOrNothing(past);
      },
    };
  },
});

import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { duration } from '../../../sim/kernel/units.ts';
import { ordered } from './ordered.ts';
import type { Route, RouteScope } from './route.ts';
import { type WayOptions, wayOptions } from './way-options.ts';

export interface ByHandOptions extends WayOptions {
  readonly think?: number | undefined;
}

/** Down a list, by somebody who is asked. */
export const byHand = define<ByHandOptions, Route, RouteScope>({
  name: 'by-hand',
  summary: 'down a list as `ordered`, but a person is told that a target is busy, and picks the next one after some thought',
  formula: 'as ordered; every send to another target than the last one comes `think` after that one failed, at the earliest.',
  options: z
    .strictObject({
      think: duration
        .optional()
        .describe('From the failure until the next target is picked; default 10s')
        .meta({ examples: ['10s'] }),
      ...wayOptions,
    })
    .describe('Down a list, with thought before each switch')
    .meta({ examples: [{ think: '10s' }] }),
  examples: [
    [{ think: '10s' }, { think: '20s' }],
    [{}, { order: 'route-first' }],
    [{}, { floor: 'floor' }],
  ],
  create: ({ think = 10_000, order = 'retry-first', floor }, scope) => {
    const down = ordered.create({ order, floor }, scope);
    return {
      targets: down.targets,
      next(past) {
        const decision = down.next(past);
        if (decision === undefined || past.last < 0 || decision.position === past.last) return decision;
        return { ...decision, notBeforeMs: past.nowMs + think };
      },
    };
  },
});

import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import type { Route, RouteScope } from './route.ts';
import { way } from './way.ts';
import { type WayOptions, wayOptions } from './way-options.ts';

/** To whoever has least to do for us. */
export const leastInFlight = define<WayOptions, Route, RouteScope>({
  name: 'least-in-flight',
  summary: 'to the target at which this client has the fewest attempts under way; of equal ones the first listed',
  formula: 'argmin over targets of attempts sent and not ended. It sees its own attempts, not the load that others make.',
  options: z
    .strictObject({ ...wayOptions })
    .describe('To the target with the fewest attempts under way')
    .meta({ examples: [{}] }),
  examples: [
    [{}, { order: 'route-first' }],
    [{}, { floor: 'floor' }],
  ],
  create: (options, { targets }) => {
    const inFlight = targets.map(() => 0);
    const listed = targets.map((_, position) => position);
    const rank = (): readonly number[] => listed.toSorted((a, b) => (inFlight[a] as number) - (inFlight[b] as number) || a - b);
    return {
      ...way(options, targets, { rank }),
      sent(position) {
        if (position < inFlight.length) inFlight[position] = (inFlight[position] as number) + 1;
      },
      ended({ position }) {
        if (position < inFlight.length) inFlight[position] = Math.max(0, (inFlight[position] as number) - 1);
      },
    };
  },
});

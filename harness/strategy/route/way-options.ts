import { z } from 'zod';

const orders = ['retry-first', 'route-first'] as const;

/** How a route goes on after a failure, whatever decides where to. */
export interface WayOptions {
  readonly order?: (typeof orders)[number] | undefined;
  readonly floor?: string | undefined;
}

export const orderOption = z
  .enum(orders)
  .describe('retry-first: all attempts on a target, then the next; route-first: every target once, then a wait, then the first again')
  .meta({ examples: ['retry-first'] });

export const floorOption = z
  .string()
  .min(1)
  .describe('Target tried once when all the others have failed')
  .meta({ examples: ['floor'] });

export const wayOptions = { order: orderOption.optional(), floor: floorOption.optional() };

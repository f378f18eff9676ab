import { z } from 'zod';
import { count, number, positiveDuration } from '../../../sim/kernel/units.ts';
import { breakers } from '../breaker/registry.ts';
import { choice } from './choice.ts';

const breakerObject = choice('breaker', breakers, {
  open: positiveDuration
    .optional()
    .describe('How long nothing is sent; then probes are. Default 30s')
    .meta({ examples: ['30s'] }),
  probes: count(1)
    .optional()
    .describe('Attempts that are let through then: when all of them succeed it closes, when one fails it opens again. Default 1')
    .meta({ examples: [1] }),
  factor: number(1, 'a factor')
    .optional()
    .describe('After each probe that fails it stays open so many times longer than before; default 1')
    .meta({ examples: [2] }),
  cap: positiveDuration
    .optional()
    .describe('It never stays open longer, unless open is; default 10m')
    .meta({ examples: ['10m'] }),
  whenOpen: z
    .enum(['fail', 'wait'])
    .optional()
    .describe('When no target may be sent to: the request fails, or waits for the first that may. Default fail')
    .meta({ examples: ['wait'] }),
})
  .describe('Keeps attempts from a target that fails; each client has one for each target')
  .meta({ examples: [{ consecutive: 5, open: '30s', probes: 1 }] });

type Tags = { readonly [tag: string]: unknown };

export type WrittenBreaker = z.output<typeof breakerObject> & Tags;

export const breakerSchema: z.ZodType<WrittenBreaker, unknown> = breakerObject;

import { z } from 'zod';
import { shown } from '../../../sim/kernel/units.ts';

/** A share of failures that a breaker bears. */
export const failureShare = z
  .number({ error: (issue) => `expected a share from 0 to below 1, found ${shown(issue.input)}` })
  .refine((value) => value >= 0 && value < 1, { error: (issue) => `expected a share from 0 to below 1, found ${shown(issue.input)}` })
  .describe('It opens when more than this share has failed')
  .meta({ examples: [0.5] });

import { z } from 'zod';
import { type AttemptClass, attemptClasses } from '../../../reports/result/outcome.ts';

/** Classes a strategy can name: every failure but its own cancelling. */
type FailureName = Exclude<AttemptClass, 'ok' | 'cancelled'>;
const failureNames = attemptClasses.filter((name): name is FailureName => name !== 'ok' && name !== 'cancelled');

export const failureName = z
  .enum(failureNames)
  .describe('A class of failed attempts')
  .meta({ examples: ['capacity'] });

export const failureList = z.array(failureName);

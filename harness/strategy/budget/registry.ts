import type { Registry } from '../../../sim/kernel/plugin.ts';
import { aws } from './aws.ts';
import { bucket } from './bucket.ts';
import type { Budget } from './budget.ts';
import { concurrent } from './concurrent.ts';
import { failureShareBudget } from './failure-share.ts';
import { grpc } from './grpc.ts';
import { ratio } from './ratio.ts';
import { sre } from './sre.ts';

/** Every rule for how much a client may add to its own load, by name. */
export const budgets = {
  ratio,
  concurrent,
  bucket,
  'failure-share': failureShareBudget,
  grpc,
  aws,
  sre,
} satisfies Registry<Budget>;

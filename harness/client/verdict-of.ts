import { hardClasses, type Outcome } from '../../reports/result/outcome.ts';

/** What an outcome says about capacity (MODEL section 6: hard errors and cancels are neutral). */
export function verdictOf(outcome: Outcome): 'success' | 'failure' | 'neutral' {
  if (outcome.class === 'ok') return 'success';
  return hardClasses.has(outcome.class) || outcome.class === 'cancelled' || outcome.class === 'client_resource' ? 'neutral' : 'failure';
}

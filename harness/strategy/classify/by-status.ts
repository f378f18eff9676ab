import type { AttemptClass, Outcome } from '../../../reports/result/outcome.ts';
import { type NoOptions, noOptions } from '../../../sim/kernel/no-options.ts';
import { define } from '../../../sim/kernel/plugin.ts';
import { isAnswer, ok } from './answer.ts';
import type { Classify } from './classify.ts';
import { lost } from './lost.ts';

const byNumber: Readonly<Record<number, AttemptClass>> = {
  401: 'auth',
  402: 'quota',
  403: 'auth',
  408: 'timeout',
  409: 'server_error',
  429: 'rate_limited',
  503: 'capacity',
  504: 'timeout',
  529: 'capacity',
};

/** What SDKs do: the status is all they look at, so one inside a 200 has no name. */
export const byStatus = define<NoOptions, Classify>({
  name: 'by-status',
  summary: 'looks at the HTTP status alone, as most SDKs do: quota is taken for a rate limit, a failure inside a 200 for unknown',
  formula:
    '429 → rate_limited; 503, 529 → capacity; 408, 504 → timeout; 401, 403 → auth; 402 → quota; 409 and other 5xx → server_error; other 4xx → client_error; a failure with a success status → unknown. Lost connections and silence are seen as such.',
  options: noOptions,
  examples: [],
  create: () => (facts) => (isAnswer(facts) ? ok : (lost(facts) ?? ofStatus(facts.status ?? 0))),
});

function ofStatus(status: number): Outcome {
  return { class: byNumber[status] ?? broadly(status), reason: `status_${status}` };
}

function broadly(status: number): AttemptClass {
  if (status >= 500) return 'server_error';
  return status >= 400 ? 'client_error' : 'unknown';
}

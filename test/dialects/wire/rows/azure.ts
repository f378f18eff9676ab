import type { Certainty, Row } from '../fixture.ts';

function row(id: string, what: string, certainty: Certainty): Row {
  return { id: `azure-${id}`, provider: 'azure', what, certainty };
}

export const azureRows: readonly Row[] = [
  row('tokens', 'tokens a minute used up: 429 RateLimitReached', 'CAP'),
  row('calls', 'the same of calls', 'UNVERIFIED'),
  row('tokens-older', 'the same as it was said before: code 429, with a wait of a day', 'CAP'),
  row('high-demand', 'a deployment in high demand: 429, or 400', 'CAP'),
  row('limit-cut', 'a limit cut for a time: as of tokens, with a limit below the configured one', '2ND'),
  row('no-deployment', 'no such deployment', 'UNVERIFIED'),
  row('context', 'more than the context holds', 'UNVERIFIED'),
  row('content-filter', 'content that is filtered', 'UNVERIFIED'),
  row('older-headers', 'x-rate-limit-reset-tokens, and no retry-after', 'CAP'),
  row('junk-headers', '-1 and 0 for what is left, and no retry-after', 'CAP'),
  row('stream-no-capacity', 'in a stream: too_many_requests, no_capacity', 'DOC'),
  row('stream-types', 'in a stream: server_error, too_many_requests, forbidden, user_error', 'DOC'),
];

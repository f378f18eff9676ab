import type { Row } from '../fixture.ts';

function row(id: string, what: string, certainty: Row['certainty']): Row {
  return { id: `anthropic-${id}`, provider: 'anthropic', what, certainty };
}

export const anthropicRows: readonly Row[] = [
  row('overloaded', 'no capacity, as a 529', 'CAP'),
  row('overloaded-500', 'no capacity, as a 500', 'CAP'),
  row('internal', 'a failure inside', 'DOC'),
  row('timeout', 'a failure inside that took too long', 'UNVERIFIED'),
  row('requests-per-minute', 'more requests than the minute has left', 'DOC'),
  row('input-tokens-per-minute', 'more input tokens than the minute has left', 'CAP'),
  row('output-tokens-per-minute', 'more output tokens than the minute has left', 'DOC'),
  row('acceleration', 'usage that grows too fast', 'DOC'),
  row('connections', 'too many requests at once', 'CAP'),
  row('tier-spend-cap', "the monthly cap of the organization's tier", 'DOC'),
  row('own-spend-limit', 'a spending limit set by oneself', '2ND'),
  row('no-credit', 'no credit left', 'CAP'),
  row('billing', 'payment', 'DOC'),
  row('authentication', 'no valid key', 'DOC'),
  row('permission', 'no permission', 'DOC'),
  row('not-found', 'no such model', 'DOC'),
  row('request-too-large', 'a request that is too large', 'DOC'),
  row('invalid-request', 'something wrong in the request', 'DOC'),
  row('context', 'a prompt that is too long', 'UNVERIFIED'),
  row('stream-overloaded', 'no capacity, inside a stream', 'DOC'),
];

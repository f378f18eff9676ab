import type { Certainty, Row } from '../fixture.ts';

function row(id: string, what: string, certainty: Certainty): Row {
  return { id: `openai-${id}`, provider: 'openai', what, certainty };
}

export const openaiRows: readonly Row[] = [
  row('overloaded', 'a model at capacity: 503 server_is_overloaded', 'DOC'),
  row('slow-down', 'ramping too fast, inside all limits: 429 slow_down', 'DOC'),
  row('slow-down-503', 'the same as some interfaces answered before: 503 slow_down', '2ND'),
  row('engine', 'overloaded, of old: 503 server_error', '2ND'),
  row('capacity-sentence', 'at capacity as a 400 that says so in its text alone', '2ND'),
  row('server-error', 'a 500 server_error, with or without a code', 'DOC'),
  row('requests', 'requests a minute used up', 'CAP'),
  row('tokens', 'tokens a minute used up', 'CAP'),
  row('too-large', 'one request larger than the limit of tokens: never succeeds', 'CAP'),
  row('quota', 'a quota used up, with the classic code', 'CAP'),
  row('quota-2026', 'the same with the codes of 2026', '2ND'),
  row('usage-limit', 'the limit of a plan: 429 usage_limit_reached, with the seconds until it resets', 'SRC'),
  row('model-not-found', 'no such model', 'DOC'),
  row('context', 'more than the context holds', 'SRC'),
  row('key', 'a wrong key, or an address that may not use it', 'DOC'),
  row('country', 'a country that is not supported', '2ND'),
  row('wait-in-ms', 'retry-after-ms beside retry-after, or not', 'UNVERIFIED'),
  row('should-retry', 'x-should-retry: true, false or none', 'UNVERIFIED'),
  row('chat-stream', 'an error in the midst of a stream of chat completions', 'UNVERIFIED'),
  row('stream-nested-failed', 'a Responses stream: nested error event, then response.failed', 'CAP'),
  row('stream-nested', 'a Responses stream: nested error event, and no more', 'CAP'),
  row('stream-exhausted', 'a Responses stream: the gateway has given up retrying', 'CAP'),
  row('stream-flat', 'a Responses stream: the error event of the published schema', 'SRC'),
  row('stream-failed', 'a Responses stream: response.failed alone', 'SRC'),
  row('stream-usage-limit', 'a Responses stream: the limit of a plan, and when it resets', '2ND'),
  row('stream-after-tokens', 'a Responses stream: overloaded after some hundred tokens', 'CAP'),
];

import type { Cause } from '../../sim/dialects/cause.ts';

/** What each cause is, whoever says it. A limit of a day is waited for by nobody. */
export const classes: Readonly<Record<Cause, string>> = {
  capacity: 'capacity',
  rate_limited: 'rate_limited',
  requests: 'rate_limited',
  tokens: 'rate_limited',
  'input-tokens': 'rate_limited',
  'output-tokens': 'rate_limited',
  day: 'quota',
  concurrent: 'rate_limited',
  quota: 'quota',
  auth: 'auth',
  permission: 'auth',
  not_found: 'client_error',
  client_error: 'client_error',
  server_error: 'server_error',
  context_length: 'client_error',
  request_too_large: 'client_error',
};

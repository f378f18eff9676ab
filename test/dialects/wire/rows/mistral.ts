import type { Certainty, Row } from '../fixture.ts';

function row(id: string, what: string, certainty: Certainty): Row {
  return { id: `mistral-${id}`, provider: 'mistral', what, certainty };
}

export const mistralRows: readonly Row[] = [
  row('capacity', 'the tier is full: 429 invalid_request_error', 'CAP'),
  row('capacity-coded', 'the same, newer: 429 service_tier_capacity_exceeded, code 3505', '2ND'),
  row('capacity-503', 'the same as its engineers say it: a 503', 'CAP'),
  row('rate', '429 rate_limited, code 1300', 'CAP'),
  row('month', 'a month’s limit, which is a 429 too', '2ND'),
  row('hard', 'no wait helps: key, permission, model, parameters', 'UNVERIFIED'),
];

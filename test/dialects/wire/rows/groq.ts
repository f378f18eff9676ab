import type { Certainty, Row } from '../fixture.ts';

function row(id: string, what: string, certainty: Certainty): Row {
  return { id: `groq-${id}`, provider: 'groq', what, certainty };
}

export const groqRows: readonly Row[] = [
  row('tokens', 'tokens a minute: 429 with what is left', 'CAP'),
  row('requests-per-day', 'headers of requests are those of a day', '2ND'),
  row('too-large', 'one request above the limit: 413 that looks like a rate limit', 'CAP'),
  row('flex', 'the flex tier is full: 498 capacity_exceeded', 'DOC'),
  row('over-capacity', '503 over capacity', 'DOC'),
  row('not-found', '404 model_not_found', '2ND'),
  row('decommissioned', '400 model_decommissioned', '2ND'),
];

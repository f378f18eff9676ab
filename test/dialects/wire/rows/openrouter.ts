import type { Certainty, Row } from '../fixture.ts';

function row(id: string, what: string, certainty: Certainty): Row {
  return { id: `openrouter-${id}`, provider: 'openrouter', what, certainty };
}

export const openrouterRows: readonly Row[] = [
  row('upstream', 'the provider behind it is full: 429 with metadata', 'CAP'),
  row('no-provider', '503 no provider is left', '2ND'),
  row('in-flight', '402 of the budget in flight, which passes', 'DOC'),
  row('credits', '402 without it, which does not', 'DOC'),
  row('statuses', '400, 401, 403, 408, 429, 502: the code is the status', 'DOC'),
  row('stream', 'in a stream: a chunk that ends with the error, then [DONE]', '2ND'),
];

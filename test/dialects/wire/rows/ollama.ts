import type { Certainty, Row } from '../fixture.ts';

function row(id: string, what: string, certainty: Certainty): Row {
  return { id: `ollama-${id}`, provider: 'ollama', what, certainty };
}

export const ollamaRows: readonly Row[] = [
  row('busy', '503 the queue is full', 'SRC'),
  row('not-found', '404 the model is not there', 'SRC'),
  row('stream', 'in a stream: a line with the error', 'SRC'),
  row('v1', 'the same below /v1, as OpenAI wraps it', 'UNVERIFIED'),
];

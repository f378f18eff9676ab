import type { Certainty, Row } from '../fixture.ts';

function row(id: string, what: string, certainty: Certainty): Row {
  return { id: `bedrock-${id}`, provider: 'bedrock', what, certainty };
}

export const bedrockRows: readonly Row[] = [
  row('tokens', 'ThrottlingException 429: more tokens than there are', 'CAP'),
  row('requests', 'ThrottlingException 429: more requests than there are', 'CAP'),
  row('unavailable', 'ServiceUnavailableException 503: no capacity', 'CAP'),
  row('not-ready', 'ModelNotReadyException 429: a cold start', 'SRC'),
  row('model-timeout', 'ModelTimeoutException 408', 'SRC'),
  row('model-error', 'ModelErrorException 424', 'SRC'),
  row('model-stream-error', 'ModelStreamErrorException 424', 'SRC'),
  row('internal', 'InternalServerException 500', 'SRC'),
  row('quota', 'ServiceQuotaExceededException 400', 'SRC'),
  row('denied', 'AccessDeniedException 403', 'SRC'),
  row('not-found', 'ResourceNotFoundException 404', 'SRC'),
  row('validation', 'ValidationException 400', 'SRC'),
  row('stream-unavailable', 'in a stream: serviceUnavailableException', 'CAP'),
  row('stream-members', 'in a stream: throttling, internalServer, modelStreamError, modelTimeout, validation', 'DOC'),
];

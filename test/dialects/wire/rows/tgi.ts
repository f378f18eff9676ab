import type { Certainty, Row } from '../fixture.ts';

function row(id: string, what: string, certainty: Certainty): Row {
  return { id: `tgi-${id}`, provider: 'tgi', what, certainty };
}

export const tgiRows: readonly Row[] = [
  row('overloaded', '429 overloaded', 'SRC'),
  row('overloaded-stream', 'the same of a stream: 200 and an event', 'SRC'),
  row('overloaded-chat-stream', 'the same of a streamed chat: 200, an event with 422, [DONE]', 'SRC'),
  row('generation', '424 generation', 'SRC'),
  row('validation', '422 validation', 'SRC'),
];

import type { Certainty, Row } from '../fixture.ts';

function row(id: string, what: string, certainty: Certainty): Row {
  return { id: `vllm-${id}`, provider: 'vllm', what, certainty };
}

export const vllmRows: readonly Row[] = [
  row('queue-full', '503 of a server whose queue has a bound', 'SRC'),
  row('scaling', '503 of a server that grows: the error is a text', 'SRC'),
  row('envelope', 'the code is the status as a number', 'SRC'),
  row('flat', 'the same of older versions, without what is around it', 'SRC'),
  row('stream', 'in a stream: an error, then [DONE]', '2ND'),
];

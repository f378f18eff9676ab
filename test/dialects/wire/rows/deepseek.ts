import type { Certainty, Row } from '../fixture.ts';

function row(id: string, what: string, certainty: Certainty): Row {
  return { id: `deepseek-${id}`, provider: 'deepseek', what, certainty };
}

export const deepseekRows: readonly Row[] = [
  row('concurrency', 'more requests at once than the account may have: 429', 'DOC'),
  row('overloaded', '503 server overloaded', 'DOC'),
  row('balance', '402 insufficient balance', 'DOC'),
  row('server-error', '500', 'DOC'),
];

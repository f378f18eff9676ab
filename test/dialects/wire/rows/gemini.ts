import type { Row } from '../fixture.ts';

function row(id: string, what: string, certainty: Row['certainty']): Row {
  return { id: `gemini-${id}`, provider: 'gemini', what, certainty };
}

export const geminiRows: readonly Row[] = [
  row('overloaded', 'no capacity', 'CAP'),
  row('high-demand', 'no capacity, in the words of 2026', 'CAP'),
  row('code-assist', 'no capacity, as Code Assist says it, with a 503 or a 429', 'CAP'),
  row('requests-per-minute', 'more requests than the minute has left', 'CAP'),
  row('input-tokens-per-minute', 'more input tokens than the minute has left', 'CAP'),
  row('requests-per-day', 'more requests than the day has left, with a short wait all the same', 'CAP'),
  row('exhausted', 'a limit without details', 'CAP'),
  row('not-in-plan', 'a limit of 0', 'CAP'),
  row('prepayment', 'credits that are used up', 'CAP'),
  row('payment-required', 'money, as a 402', '2ND'),
  row('not-found', 'no such model', 'CAP'),
  row('invalid-argument', 'something wrong in the request', 'CAP'),
  row('invalid-key', 'no valid key', 'CAP'),
  row('permission', 'no permission', 'DOC'),
  row('failed-precondition', 'a region that is not served, or no billing', 'DOC'),
  row('internal', 'a failure inside', 'CAP'),
  row('too-long', 'more input than the model takes', 'CAP'),
  row('stream-overloaded', 'no capacity, inside a stream', 'SRC'),
  row('stream-tail', 'no capacity, as bare JSON at the end of a stream', 'CAP'),
];

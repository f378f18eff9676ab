import type { Row } from '../fixture.ts';

function row(id: string, what: string, certainty: Row['certainty']): Row {
  return { id: `openai-${id}`, provider: 'openai', what, certainty };
}

export const openaiRows: readonly Row[] = [row('tokens-per-minute', 'more tokens than the minute has left', 'CAP')];

import type { AnswerHead } from '../../sim/dialects/api.ts';

/** The head of an answer to a request of 8 input tokens, at noon of 2026-03-02. */
export function answerHead(more: Partial<AnswerHead> = {}): AnswerHead {
  const noon = 1_772_452_800;
  return { id: `${'0'.repeat(23)}a`, created: noon, model: 'm', inputTokens: 8, includeUsage: false, wanted: { kind: 'text' }, ...more };
}

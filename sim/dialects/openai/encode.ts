import type { AnswerHead, AnswerText, Finish } from '../api.ts';
import { type ChatStyle, done, eventOf, openaiStyle } from './chat-style.ts';

/** One chat completion as OpenAI, or who writes in another style, has it: a whole body, or the events of a stream. */
export function chatAnswer(head: AnswerHead, style: ChatStyle = openaiStyle): AnswerText {
  const { created, model, includeUsage, inputTokens } = head;
  const { full } = style;
  const id = `${style.idPrefix}${head.id}`;
  const common = { id, object: 'chat.completion.chunk', created, model, ...style.fields };
  const rest = includeUsage ? { usage: null } : {};
  const chunk = (delta: object, finish: Finish | null, more: object = {}): string =>
    eventOf({ ...common, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }], ...rest, ...more });
  // A chunk is written once; of the others only the text differs.
  const [before = '', after = ''] = chunk({ content: '' }, null).split('"content":""');
  return {
    whole: (content, outputTokens, finish) =>
      JSON.stringify({
        ...common,
        object: 'chat.completion',
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content, ...(full && { refusal: null, annotations: [] }) },
            logprobs: null,
            finish_reason: finish,
          },
        ],
        usage: usageOf(inputTokens, outputTokens, full),
      }),
    begin: () => chunk({ role: 'assistant', content: '', ...(full && { refusal: null }) }, null),
    token: (content) => `${before}"content":${JSON.stringify(content)}${after}`,
    end(outputTokens, finish) {
      const usage = usageOf(inputTokens, outputTokens, full);
      const last = style.last?.(usage, id) ?? {};
      const apart = includeUsage && !('usage' in last) ? eventOf({ ...common, choices: [], usage }) : '';
      return `${chunk({}, finish, last)}${apart}${done}`;
    },
    malformed: (content) => `${before}"content":${JSON.stringify(content)}\n\n`,
    error: ({ body }) => style.error?.(body, common) ?? eventOf(body),
  };
}

function usageOf(inputTokens: number, outputTokens: number, full: boolean): object {
  const sums = { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens };
  if (!full) return sums;
  return {
    ...sums,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0, accepted_prediction_tokens: 0, rejected_prediction_tokens: 0 },
  };
}

import type { AnswerHead, AnswerText, Finish } from '../api.ts';

/** One chat completion as OpenAI writes it: a whole body, or the events of a stream. */
export function chatAnswer(head: AnswerHead): AnswerText {
  const { created, model, includeUsage } = head;
  const id = `chatcmpl-${head.id}`;
  const common = { id, object: 'chat.completion.chunk', created, model, service_tier: 'default', system_fingerprint: fingerprint };
  const rest = includeUsage ? { usage: null } : {};
  const chunk = (delta: object, finish: Finish | null): string =>
    event({ ...common, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }], ...rest });
  // A chunk is written once; of the others only the text differs.
  const [before = '', after = ''] = chunk({ content: '' }, null).split('"content":""');
  return {
    whole: (content, outputTokens, finish) =>
      JSON.stringify({
        ...common,
        object: 'chat.completion',
        choices: [
          { index: 0, message: { role: 'assistant', content, refusal: null, annotations: [] }, logprobs: null, finish_reason: finish },
        ],
        usage: usageOf(head.inputTokens, outputTokens),
      }),
    begin: () => chunk({ role: 'assistant', content: '', refusal: null }, null),
    token: (content) => `${before}"content":${JSON.stringify(content)}${after}`,
    end(outputTokens, finish) {
      const usage = includeUsage ? event({ ...common, choices: [], usage: usageOf(head.inputTokens, outputTokens) }) : '';
      return `${chunk({}, finish)}${usage}data: [DONE]\n\n`;
    },
    malformed: (content) => `${before}"content":${JSON.stringify(content)}\n\n`,
    error: ({ body }) => event(body),
  };
}

const fingerprint = 'fp_simulated';

function event(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

function usageOf(inputTokens: number, outputTokens: number): object {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0, accepted_prediction_tokens: 0, rejected_prediction_tokens: 0 },
  };
}

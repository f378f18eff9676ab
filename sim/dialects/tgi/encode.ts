import type { AnswerHead, AnswerText, Finish } from '../api.ts';

export const eventStream = 'text/event-stream';

/** Of the token that ends a text. */
const endToken = { id: 2, text: '</s>', logprob: -0.1, special: true };

/** One generation: a whole body, or the events of a stream, the last of which repeats the text and says how it ended. */
export function generationAnswer(_head: AnswerHead): AnswerText {
  let index = 0;
  let text = '';
  const part = (token: object, rest: object = { generated_text: null, details: null }): string => {
    index += 1;
    return eventOf({ index, token, ...rest });
  };
  const token = (content: string): string => {
    text += content;
    return part({ id: index, text: content, logprob: -0.1, special: false });
  };
  return {
    whole: (content, outputTokens, finish) =>
      JSON.stringify({ generated_text: content, details: { ...detailsOf(outputTokens, finish), prefill: [], tokens: [] } }),
    begin: () => '',
    token,
    end: (outputTokens, finish) => part(endToken, { generated_text: text, details: detailsOf(outputTokens, finish) }),
    malformed: (content) => token(content).slice(0, -3).concat('\n\n'),
    error: ({ body }) => eventOf(body),
  };
}

/** A whole body for those who did not ask for its details. */
export function bareGeneration(head: AnswerHead): AnswerText {
  return { ...generationAnswer(head), whole: (content) => JSON.stringify({ generated_text: content }) };
}

/** The server's own writer puts no space behind the colon. */
export function eventOf(data: unknown): string {
  return `data:${JSON.stringify(data)}\n\n`;
}

function detailsOf(tokens: number, finish: Finish): object {
  return { finish_reason: finish === 'stop' ? 'eos_token' : 'length', generated_tokens: tokens, seed: null };
}

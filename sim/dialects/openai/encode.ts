import type { AnswerHead, AnswerText } from '../api.ts';
import { contentOf } from './chat-content.ts';
import { type ChatStyle, done, eventOf } from './chat-style.ts';

const chunkObject = 'chat.completion.chunk';

/**
 * Chat completions as OpenAI, or who writes in another style, has them: a whole body, or the events of a stream. Their text
 * is joined rather than made of objects, which would take most of a server's time.
 */
export function chatAnswers(style: ChatStyle): (head: AnswerHead) => AnswerText {
  const { full } = style;
  const fields = membersOf(style.fields);
  const ofOpenai = full ? membersOf({ refusal: null }) : '';
  const ofWhole = full ? membersOf({ refusal: null, annotations: [] }) : '';
  return (head) => {
    const { created, includeUsage, inputTokens } = head;
    const id = `${style.idPrefix}${head.id}`;
    const model = JSON.stringify(head.model);
    const common = (object: string): string => `{"id":"${id}","object":"${object}","created":${created},"model":${model}${fields}`;
    const usagePlace = includeUsage ? membersOf({ usage: null }) : '';
    const { message, first, piece, field, reason } = contentOf(head);
    const chunk = (delta: string, finish: string | null, more: string): string =>
      `data: ${common(chunkObject)},"choices":[${choiceOf('delta', delta, finish)}]${more}}\n\n`;
    // A chunk is written once; of the others only the text differs.
    let before = '';
    let after = '';
    const token = (content: string): string => {
      if (before === '') [before = '', after = ''] = chunk(piece, null, usagePlace).split(`"${field}":""`);
      return `${before}"${field}":${JSON.stringify(content)}`;
    };
    return {
      whole(content, outputTokens, finish) {
        const said = `{"role":"assistant",${message(JSON.stringify(content))}${ofWhole}}`;
        const usage = usageText(inputTokens, outputTokens, full);
        return `${common('chat.completion')},"choices":[${choiceOf('message', said, reason(finish))}],"usage":${usage}}`;
      },
      begin: () => chunk(`{"role":"assistant",${first}${ofOpenai}}`, null, usagePlace),
      token: (content) => token(content) + after,
      end(outputTokens, finish) {
        const usage = usageText(inputTokens, outputTokens, full);
        const last = style.last?.(JSON.parse(usage) as object, id) ?? {};
        const apart = includeUsage && !('usage' in last);
        const usageChunk = apart ? `data: ${common(chunkObject)},"choices":[],"usage":${usage}}\n\n` : '';
        return `${chunk('{}', reason(finish), membersOf(includeUsage ? { usage: null, ...last } : last))}${usageChunk}${done}`;
      },
      malformed: (content) => `${token(content)}\n\n`,
      error: ({ body }) => style.error?.(body, JSON.parse(`${common(chunkObject)}}`) as object) ?? eventOf(body),
    };
  };
}

function choiceOf(name: 'delta' | 'message', text: string, finish: string | null): string {
  return `{"index":0,"${name}":${text},"logprobs":null,"finish_reason":${finish === null ? 'null' : `"${finish}"`}}`;
}

/** The members of an object, to be written after others. */
function membersOf(object: object): string {
  const text = JSON.stringify(object).slice(1, -1);
  return text === '' ? '' : `,${text}`;
}

function usageText(inputTokens: number, outputTokens: number, full: boolean): string {
  const sums = `"prompt_tokens":${inputTokens},"completion_tokens":${outputTokens},"total_tokens":${inputTokens + outputTokens}`;
  return `{${sums}${full ? usageDetails : ''}}`;
}

const usageDetails = membersOf({
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0, accepted_prediction_tokens: 0, rejected_prediction_tokens: 0 },
});

import type { Asked } from '../api.ts';
import type { ErrorReply } from '../error-reply.ts';
import { chat } from './chat-schema.ts';
import { inputTokensOf } from './input-tokens.ts';
import { invalidRequest, problemOf } from './request-errors.ts';

/** Reads the body of a chat completion; what is wrong with it is said as OpenAI says it, one thing at a time. */
export function decodeChat(body: unknown): Asked | { readonly refused: ErrorReply } {
  const parsed = chat.safeParse(body);
  if (!parsed.success) return { refused: problemOf(parsed.error.issues, body) };
  const { model, messages, stream, stream_options, max_tokens, max_completion_tokens } = parsed.data;
  if (stream_options != null && stream !== true) {
    return { refused: invalidRequest("The 'stream_options' parameter is only allowed when 'stream' is enabled.", 'stream_options') };
  }
  return {
    model,
    stream: stream === true,
    includeUsage: stream_options?.include_usage === true,
    inputTokens: inputTokensOf(messages),
    maxTokens: max_completion_tokens ?? max_tokens ?? undefined,
    wanted: { kind: 'text' },
  };
}

import type { Asked, Wanted } from '../api.ts';
import type { ErrorReply } from '../error-reply.ts';
import { type ChatRequest, chat } from './chat-schema.ts';
import { inputTokensOf } from './input-tokens.ts';
import { readPlain } from './plain-chat.ts';
import { invalidRequest, problemOf } from './request-errors.ts';
import { type Wishes, wantedOf } from './wanted.ts';

/** Reads the body of a chat completion; what is wrong with it is said as OpenAI says it, one thing at a time. */
export function decodeChat(body: unknown): Asked | { readonly refused: ErrorReply } {
  return readPlain(body) ?? readBySchema(body);
}

/** The same, whatever the request has. */
export function readBySchema(body: unknown): Asked | { readonly refused: ErrorReply } {
  const parsed = chat.safeParse(body);
  if (!parsed.success) return { refused: problemOf(parsed.error.issues, body) };
  const { model, messages, stream, stream_options, max_tokens, max_completion_tokens } = parsed.data;
  if (stream_options != null && stream !== true) {
    return { refused: invalidRequest("The 'stream_options' parameter is only allowed when 'stream' is enabled.", 'stream_options') };
  }
  const wanted = wantedOf(wishOf(parsed.data));
  if ('refused' in wanted) return wanted;
  return {
    model,
    stream: stream === true,
    includeUsage: stream_options?.include_usage === true,
    inputTokens: inputTokensOf(messages),
    maxTokens: max_completion_tokens ?? max_tokens ?? undefined,
    wanted,
  };
}

function wishOf({ tools, tool_choice, response_format, messages }: ChatRequest): Wishes {
  const choice = tool_choice ?? undefined;
  const among = typeof choice === 'object' ? choice.allowed_tools : undefined;
  return {
    tools: (tools ?? []).flatMap(({ function: one }) => (one == null ? [] : [{ name: one.name, schema: one.parameters }])),
    choice: typeof choice === 'object' ? (among?.mode ?? choice.function ?? undefined) : choice,
    allowed: among?.tools.flatMap(({ function: one }) => one?.name ?? []),
    hasResult: ['tool', 'function'].includes(messages.at(-1)?.role ?? ''),
    plain: plainOf(response_format),
  };
}

function plainOf(format: ChatRequest['response_format']): Wanted {
  if (format == null || format.type === 'text') return { kind: 'text' };
  return { kind: 'json', schema: format.type === 'json_schema' ? format.json_schema?.schema : undefined };
}

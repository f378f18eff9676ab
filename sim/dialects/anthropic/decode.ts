import type { Asked, Call } from '../api.ts';
import type { ErrorReply } from '../error-reply.ts';
import { estimatedTokens } from '../estimated-tokens.ts';
import { type Blocks, messageRequest } from './message-schema.ts';
import { invalidRequest, problemOf } from './request-errors.ts';
import { wantedOf } from './wanted.ts';

/** Reads the body of a request for a message; what is wrong with it is said as Anthropic says it, one thing at a time. */
export function decodeMessages({ body, requestId }: Pick<Call, 'body' | 'requestId'>): Asked | { readonly refused: ErrorReply } {
  const parsed = messageRequest.safeParse(body);
  if (!parsed.success) return { refused: problemOf(parsed.error.issues, body, requestId) };
  const { model, messages, stream, max_tokens, system } = parsed.data;
  const wanted = wantedOf(parsed.data);
  if ('wrong' in wanted) return { refused: invalidRequest(wanted.wrong, requestId) };
  const texts = messages.map(({ content }) => textsOf(content));
  return {
    model,
    stream: stream === true,
    includeUsage: true,
    inputTokens: estimatedTokens(system == null ? texts : [textsOf(system), ...texts]),
    maxTokens: max_tokens,
    wanted,
  };
}

/** Text blocks, and results of tools that are text. */
function textsOf(blocks: Blocks): readonly string[] {
  if (typeof blocks === 'string') return [blocks];
  return blocks.map(({ text, content }) => text ?? (typeof content === 'string' ? content : ''));
}

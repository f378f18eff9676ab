import type { Asked, Call } from '../api.ts';
import type { ErrorReply } from '../error-reply.ts';
import { estimatedTokens } from '../estimated-tokens.ts';
import { contentRequest } from './content-schema.ts';
import { invalidArgument, noSuchPath, problemOf } from './request-errors.ts';
import { wantedOf } from './wanted.ts';

const streaming = 'streamGenerateContent';

/** Asks for a stream that is one JSON list. */
export function isListed({ params, query }: Pick<Call, 'params' | 'query'>): boolean {
  return params['*']?.endsWith(`:${streaming}`) === true && query.alt !== 'sse';
}

/**
 * Reads a request for content: `*` of the path is `NAME:generateContent` or `NAME:streamGenerateContent`. What is wrong with
 * it is said as Gemini says it, one thing at a time.
 */
export function decodeContent({ params, body }: Pick<Call, 'params' | 'body'>): Asked | { readonly refused: ErrorReply } {
  const path = params['*'] ?? '';
  const colon = path.lastIndexOf(':');
  const method = path.slice(colon + 1);
  const stream = method === streaming;
  if (colon < 1 || (!stream && method !== 'generateContent')) return { refused: noSuchPath() };
  const parsed = contentRequest.safeParse(body);
  if (!parsed.success) return { refused: problemOf(parsed.error.issues, body) };
  const { contents, systemInstruction, generationConfig } = parsed.data;
  const wanted = wantedOf(parsed.data);
  if ('wrong' in wanted) return { refused: invalidArgument(wanted.wrong) };
  const texts = (systemInstruction == null ? contents : [systemInstruction, ...contents]).map(({ parts }) =>
    parts.map(({ text }) => text ?? ''),
  );
  return {
    model: path.slice(0, colon),
    stream,
    includeUsage: true,
    inputTokens: estimatedTokens(texts),
    maxTokens: generationConfig?.maxOutputTokens ?? undefined,
    wanted,
  };
}

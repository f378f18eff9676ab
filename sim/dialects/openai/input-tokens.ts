import { estimatedTokens } from '../estimated-tokens.ts';
import type { ChatMessage } from './chat-schema.ts';

/** Estimated from the texts of the messages. */
export function inputTokensOf(messages: readonly ChatMessage[]): number {
  return estimatedTokens(messages.map(textsOf));
}

function textsOf({ content, name }: ChatMessage): readonly string[] {
  const parts = typeof content === 'string' ? [content] : (content ?? []).map(({ text }) => text ?? '');
  return [...parts, name ?? ''];
}

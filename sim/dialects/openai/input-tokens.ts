import type { ChatMessage } from './chat-schema.ts';

const bytesPerToken = 4;
const perMessage = 3;
const perRequest = 3;

/**
 * Input tokens of a conversation, estimated: 3, and for each message 3 and a token for every 4 bytes of its text in
 * UTF-8, rounded up. Only text counts: an image or a tool's description costs nothing.
 */
export function inputTokensOf(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, each) => sum + perMessage + Math.ceil(textBytes(each) / bytesPerToken), perRequest);
}

function textBytes({ content, name }: ChatMessage): number {
  const parts = typeof content === 'string' ? [content] : (content ?? []).map(({ text }) => text ?? '');
  return [...parts, name ?? ''].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

const bytesPerToken = 4;
const perMessage = 3;
const perRequest = 3;

/**
 * Input tokens of a conversation, estimated: 3, and for each message 3 and a token for every 4 bytes of its texts in
 * UTF-8, rounded up. Only text counts: an image or a tool's description costs nothing.
 */
export function estimatedTokens(messages: readonly (readonly string[])[]): number {
  return messages.reduce((sum, texts) => sum + perMessage + Math.ceil(bytesOf(texts) / bytesPerToken), perRequest);
}

function bytesOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

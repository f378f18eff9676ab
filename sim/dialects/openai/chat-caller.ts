import type { Ask, Caller, Outgoing, Reading } from '../caller.ts';
import { errorSign, readError } from '../read-error.ts';
import { type Fields, fieldsOf, firstOf, numberOf, parsedJson } from '../reading/fields.ts';
import type { Sign } from '../reading/sign.ts';
import { type StreamEvent, sseReader } from '../reading/stream-reader.ts';

/** Chat completions as a client speaks them. */
export const chatCaller: Caller = {
  request: (ask) => chatRequest('/v1/chat/completions', ask),
  whole: wholeChat,
  stream: () => sseReader(chatSign),
  authorization: (key) => ({ authorization: `Bearer ${key}` }),
};

/** The request that asks for a chat completion at this path. */
export function chatRequest(path: string, { model, text, stream, maxTokens }: Ask): Outgoing {
  const body = {
    model,
    messages: [{ role: 'user', content: text }],
    ...(stream && { stream: true, stream_options: { include_usage: true } }),
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
  };
  return { path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** A chat completion that came whole, or an error. */
export function wholeChat(status: number, headers: Readonly<Record<string, string>>, body: string): Reading {
  const facts = readError(status, headers, body);
  const reply = fieldsOf(parsedJson(body));
  const choice = firstOf(reply?.choices);
  if (reply === undefined || choice === undefined) return { facts, tokens: 0 };
  const tokens = outputTokensOf(reply) ?? (hasContent(fieldsOf(choice.message)) ? 1 : 0);
  return { facts: { ...facts, afterTokens: tokens }, tokens };
}

/** What one event of a stream of chunks says. */
export function chatSign({ data }: StreamEvent): Sign {
  if (data.startsWith('[DONE]')) return { end: true };
  const chunk = fieldsOf(parsedJson(data));
  if (chunk === undefined) return { unreadable: true };
  const error = fieldsOf(chunk.error);
  if (error !== undefined) return { error: errorSign(error) };
  const choice = firstOf(chunk.choices);
  return {
    pieces: hasContent(fieldsOf(choice?.delta)) ? 1 : 0,
    outputTokens: outputTokensOf(chunk),
    end: typeof choice?.finish_reason === 'string',
  };
}

function outputTokensOf({ usage }: Fields): number | undefined {
  return numberOf(fieldsOf(usage)?.completion_tokens);
}

function hasContent(delta: Fields | undefined): boolean {
  const texts = [delta?.content, delta?.reasoning_content, delta?.refusal];
  return texts.some((text) => typeof text === 'string' && text !== '') || Array.isArray(delta?.tool_calls);
}

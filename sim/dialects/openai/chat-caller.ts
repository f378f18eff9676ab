import type { Ask, Caller, Outgoing, Reading } from '../caller.ts';
import { type FindError, readError, wrappedError } from '../read-error.ts';
import { type Fields, fieldsOf, firstOf, numberOf, parsedJson, stringOf } from '../reading/fields.ts';
import type { Sign } from '../reading/sign.ts';
import { type StreamEvent, sseReader } from '../reading/stream-reader.ts';
import { wholeReading } from '../reading/whole-reading.ts';

/** Chat completions as a client speaks them with OpenAI. */
export const chatCaller = createChatCaller('/v1/chat/completions');

export interface ChatCallerOptions {
  /** Where the errors are; default: where OpenAI has them. */
  readonly find?: FindError | undefined;
  /** Whether a stream has to be asked for its usage; default true. */
  readonly asksUsage?: boolean | undefined;
}

/** Chat completions at this path, for OpenAI and everybody who speaks as it does. */
export function createChatCaller(path: string, { find = wrappedError, asksUsage = true }: ChatCallerOptions = {}): Caller {
  return {
    request: (ask) => chatRequest(path, ask, asksUsage),
    whole: (status, headers, body, keepText) => wholeChat(status, headers, body, { find, keepText }),
    stream: (_headers, keepText) => sseReader((event) => chatSign(event, find), keepText),
    authorization: (key) => ({ authorization: `Bearer ${key}` }),
  };
}

/** The request that asks for a chat completion at this path. */
export function chatRequest(path: string, { model, text, stream, maxTokens }: Ask, asksUsage = true): Outgoing {
  const body = {
    model,
    messages: [{ role: 'user', content: text }],
    ...(stream && { stream: true, ...(asksUsage && { stream_options: { include_usage: true } }) }),
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
  };
  return { path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** A chat completion that came whole, or an error. */
export function wholeChat(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
  { find = wrappedError, keepText = false }: { readonly find?: FindError | undefined; readonly keepText?: boolean | undefined } = {},
): Reading {
  const facts = readError(status, headers, body, find);
  const reply = fieldsOf(parsedJson(body));
  const choice = firstOf(reply?.choices);
  if (reply === undefined || choice === undefined) return { facts, tokens: 0 };
  const message = fieldsOf(choice.message);
  const tokens = outputTokensOf(reply) ?? (hasContent(message) ? 1 : 0);
  return wholeReading(facts, tokens, keepText && !calls(message) ? stringOf(message?.content) : undefined);
}

const noHeaders: ReadonlyMap<string, string> = new Map();

/** What one event of a stream of chunks says. */
export function chatSign({ data }: StreamEvent, find: FindError = wrappedError): Sign {
  if (data.startsWith('[DONE]')) return { end: true };
  const chunk = fieldsOf(parsedJson(data));
  if (chunk === undefined) return { unreadable: true };
  const error = find(chunk, noHeaders);
  if (error !== undefined) return { error };
  const choice = firstOf(chunk.choices);
  const delta = fieldsOf(choice?.delta);
  return {
    pieces: hasContent(delta) ? 1 : 0,
    // Several choices come interleaved: what is read is the first, as of an answer that comes whole.
    text: (numberOf(choice?.index) ?? 0) === 0 ? stringOf(delta?.content) : undefined,
    call: calls(delta),
    outputTokens: outputTokensOf(chunk),
    end: typeof choice?.finish_reason === 'string',
  };
}

function outputTokensOf({ usage }: Fields): number | undefined {
  return numberOf(fieldsOf(usage)?.completion_tokens);
}

function calls(message: Fields | undefined): boolean {
  return firstOf(message?.tool_calls) !== undefined;
}

function hasContent(delta: Fields | undefined): boolean {
  const call = fieldsOf(firstOf(delta?.tool_calls)?.function);
  const texts = [delta?.content, delta?.reasoning_content, delta?.refusal, call?.arguments];
  return texts.some((text) => typeof text === 'string' && text !== '');
}

import type { Ask, Caller, Outgoing, Reading } from '../caller.ts';
import { errorSign, readError, wrappedError } from '../read-error.ts';
import { type Fields, fieldsOf, firstOf, numberOf, parsedJson, stringOf } from '../reading/fields.ts';
import type { Sign } from '../reading/sign.ts';
import { type StreamEvent, sseReader } from '../reading/stream-reader.ts';
import { wholeReading } from '../reading/whole-reading.ts';

/** The interface requires a bound; this one stands for none. */
const unstatedMaxTokens = 4096;

/** Messages as a client speaks them. */
export const messagesCaller: Caller = {
  request: messagesRequest,
  whole: wholeMessage,
  stream: (_headers, keepText) => sseReader(messageSign, keepText),
  authorization: (key) => ({ 'x-api-key': key }),
};

function messagesRequest({ model, text, stream, maxTokens = unstatedMaxTokens }: Ask): Outgoing {
  const body = { model, max_tokens: maxTokens, messages: [{ role: 'user', content: text }], ...(stream && { stream: true }) };
  const headers = { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' };
  return { path: '/v1/messages', headers, body: JSON.stringify(body) };
}

function wholeMessage(status: number, headers: Readonly<Record<string, string>>, body: string, keepText = false): Reading {
  const facts = readError(status, headers, body);
  const reply = fieldsOf(parsedJson(body));
  const block = firstOf(reply?.content);
  if (reply === undefined || block === undefined) return { facts, tokens: 0 };
  const tokens = outputTokensOf(reply) ?? (block.type === 'tool_use' || holdsText(block) ? 1 : 0);
  return wholeReading(facts, tokens, keepText ? textOf(reply.content) : undefined);
}

/** All its text blocks; undefined where a tool is called. */
function textOf(content: unknown): string | undefined {
  const blocks = Array.isArray(content) ? content.map(fieldsOf) : [];
  if (blocks.some((block) => block?.type === 'tool_use')) return undefined;
  return blocks.map((block) => stringOf(block?.text) ?? '').join('');
}

/** What one event says. Its type stands in its data too, which is read where the event has no name. */
function messageSign({ name, data }: StreamEvent): Sign {
  const event = fieldsOf(parsedJson(data));
  if (event === undefined) return name === 'error' ? { error: { message: data } } : { unreadable: true };
  switch (event.type ?? name) {
    // A tool that takes nothing is asked for without a piece of its own.
    case 'content_block_start': {
      const block = fieldsOf(event.content_block);
      const call = block?.type === 'tool_use';
      return { content: call, call, text: stringOf(block?.text) };
    }
    case 'content_block_delta': {
      const delta = fieldsOf(event.delta);
      return { pieces: holdsText(delta) ? 1 : 0, text: stringOf(delta?.text) };
    }
    case 'message_delta':
      return { outputTokens: outputTokensOf(event) };
    case 'message_stop':
      return { end: true };
    case 'error':
      return { error: wrappedError(event) ?? errorSign(event) };
    default:
      return {};
  }
}

/** What `message_start` counts is no answer yet, so it is not asked for. */
function outputTokensOf({ usage }: Fields): number | undefined {
  return numberOf(fieldsOf(usage)?.output_tokens);
}

function holdsText(fields: Fields | undefined): boolean {
  return [fields?.text, fields?.partial_json, fields?.thinking].some((text) => typeof text === 'string' && text !== '');
}

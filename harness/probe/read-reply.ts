import { readError } from '../../sim/dialects/read-error.ts';
import type { WireFacts } from '../../sim/kernel/transport.ts';

/** A whole reply as it came over HTTP. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * What can be seen in a reply of an OpenAI-compatible or Anthropic interface, plain or as an event stream. With `anyJson` the
 * request was the user's own, and JSON of another interface is an answer too.
 */
export function readReply({ status, headers, body }: Reply, anyJson = false): WireFacts {
  const streamed = header(headers, 'content-type')?.toLowerCase().startsWith('text/event-stream') === true;
  if (status >= 200 && status < 300 && streamed) return streamFacts(status, headers, body);
  const reply = fieldsOf(jsonOf(body)) ?? {};
  const facts = { ...readError(status, headers, body), afterTokens: tokensOf(reply) || (anyJson && isForeign(reply) ? 1 : 0) };
  return status >= 300 && status < 400 ? { ...facts, message: `redirects to ${header(headers, 'location') ?? 'nowhere'}` } : facts;
}

function header(headers: Reply['headers'], name: string): string | undefined {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

/** As the provider counted them; where it did not, 1 stands for an answer of unknown length. */
function tokensOf(reply: Fields): number {
  const usage = fieldsOf(reply.usage);
  const counted = usage?.completion_tokens ?? usage?.output_tokens;
  if (typeof counted === 'number') return counted;
  return [reply.choices, reply.content, reply.output].some((list) => Array.isArray(list) && list.length > 0) ? 1 : 0;
}

/** Holds something, and nothing that the known interfaces hold. */
function isForeign(reply: Fields): boolean {
  return Object.keys(reply).length > 0 && !['choices', 'content', 'output', 'error'].some((key) => reply[key] !== undefined);
}

function streamFacts(status: number, headers: Reply['headers'], body: string): WireFacts {
  const data = [...body.matchAll(/^data: ?(.*?)\r?$/gm)].map(([, text = '']) => text);
  const events = data.filter((text) => text !== '[DONE]').map((text) => fieldsOf(jsonOf(text)));
  const error = events.map((event) => errorIn(event ?? {})).find((found) => found !== undefined);
  return {
    ...(error === undefined ? readError(status, {}, {}) : readError(status, headers, { error })),
    how: 'stream',
    afterTokens: events.filter((event) => event !== undefined && hasContent(event)).length,
    complete: data.includes('[DONE]') || events.some((event) => event !== undefined && isEnd(event)),
    ...(events.includes(undefined) && { parsed: false }),
  };
}

/** `{ error }` in chat completions and messages, `{ type: error, code, message }` and `response.failed` in responses. */
function errorIn(event: Fields): Fields | undefined {
  const nested = fieldsOf(event.error) ?? fieldsOf(fieldsOf(event.response)?.error);
  return nested ?? (event.type === 'error' ? event : undefined);
}

function hasContent(event: Fields): boolean {
  const delta = fieldsOf(choiceOf(event)?.delta) ?? fieldsOf(event.delta);
  const texts = [event.delta, delta?.content, delta?.reasoning_content, delta?.text, delta?.thinking];
  return texts.some((text) => typeof text === 'string' && text !== '') || Array.isArray(delta?.tool_calls);
}

function isEnd(event: Fields): boolean {
  if (typeof choiceOf(event)?.finish_reason === 'string') return true;
  return event.type === 'message_stop' || event.type === 'response.completed';
}

function choiceOf(event: Fields): Fields | undefined {
  return Array.isArray(event.choices) ? fieldsOf(event.choices[0]) : undefined;
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

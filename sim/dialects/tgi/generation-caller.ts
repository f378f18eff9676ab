import type { Caller } from '../caller.ts';
import type { Headers } from '../error-reply.ts';
import { readError } from '../read-error.ts';
import { fieldsOf, numberOf, parsedJson, stringOf } from '../reading/fields.ts';
import type { Sign } from '../reading/sign.ts';
import { type StreamEvent, sseReader } from '../reading/stream-reader.ts';
import { wholeReading } from '../reading/whole-reading.ts';
import { tgiError } from './errors.ts';

/** Generations as a client speaks them; the model's name is for servers that have several, which a real one has not. */
export const generationCaller: Caller = {
  request({ model, text, stream, maxTokens }) {
    const parameters = { details: true, ...(maxTokens !== undefined && { max_new_tokens: maxTokens }) };
    return {
      path: stream ? '/generate_stream' : '/generate',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ inputs: text, parameters, model }),
    };
  },
  whole(status, headers: Headers, body, keepText) {
    const facts = readError(status, headers, body, tgiError);
    const json = parsedJson(body);
    const reply = fieldsOf(Array.isArray(json) ? json[0] : json);
    const text = stringOf(reply?.generated_text);
    if (reply === undefined || text === undefined) return { facts, tokens: 0 };
    const tokens = tokensOf(reply.details) ?? (text === '' ? 0 : 1);
    return wholeReading(facts, tokens, keepText === true ? text : undefined);
  },
  stream: (_headers, keepText) => sseReader(signOf, keepText),
  authorization: (key) => ({ authorization: `Bearer ${key}` }),
};

function signOf({ data }: StreamEvent): Sign {
  const event = fieldsOf(parsedJson(data));
  if (event === undefined) return { unreadable: true };
  const error = tgiError(event);
  if (error !== undefined) return { error };
  const token = fieldsOf(event.token);
  const content = token !== undefined && token.special !== true && token.text !== '';
  return {
    pieces: content ? 1 : 0,
    text: content ? stringOf(token.text) : undefined,
    outputTokens: tokensOf(event.details),
    end: typeof event.generated_text === 'string',
  };
}

function tokensOf(details: unknown): number | undefined {
  return numberOf(fieldsOf(details)?.generated_tokens);
}

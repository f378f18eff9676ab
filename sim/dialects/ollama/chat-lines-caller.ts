import type { Caller } from '../caller.ts';
import { readError } from '../read-error.ts';
import { type Fields, fieldsOf, firstOf, numberOf, parsedJson, stringOf } from '../reading/fields.ts';
import type { Sign } from '../reading/sign.ts';
import { lineReader } from '../reading/stream-reader.ts';
import { wholeReading } from '../reading/whole-reading.ts';
import { ollamaError } from './errors.ts';

/** Chats as a client speaks them. */
export const chatLinesCaller: Caller = {
  request({ model, text, stream, maxTokens }) {
    const body = {
      model,
      messages: [{ role: 'user', content: text }],
      stream,
      ...(maxTokens !== undefined && { options: { num_predict: maxTokens } }),
    };
    return { path: '/api/chat', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  },
  whole(status, headers, body, keepText) {
    const facts = readError(status, headers, body, ollamaError);
    const reply = fieldsOf(parsedJson(body));
    if (reply?.done !== true) return { facts, tokens: 0 };
    const tokens = numberOf(reply.eval_count) ?? piecesIn(reply);
    return wholeReading(facts, tokens, keepText === true && !calls(reply) ? textOf(reply) : undefined);
  },
  stream(_headers, keepText) {
    let seen = 0;
    return lineReader((line) => {
      const sign = signOf(line, seen);
      seen += sign.pieces ?? 0;
      return sign;
    }, keepText);
  },
  authorization: (key) => ({ authorization: `Bearer ${key}` }),
};

/** `seen` pieces came before. The call of a tool comes whole, as many tokens as are missing then. */
function signOf(line: string, seen: number): Sign {
  const part = fieldsOf(parsedJson(line));
  if (part === undefined) return { unreadable: true };
  const error = ollamaError(part);
  if (error !== undefined) return { error };
  const said = { text: textOf(part), call: calls(part) };
  if (part.done !== true) return { pieces: piecesIn(part), ...said };
  const outputTokens = numberOf(part.eval_count);
  const pieces = piecesIn(part);
  return { pieces: pieces === 0 ? 0 : Math.max(pieces, (outputTokens ?? 0) - seen), ...said, outputTokens, end: true };
}

function textOf({ message, response }: Fields): string {
  return [fieldsOf(message)?.content, response].map((text) => stringOf(text) ?? '').join('');
}

function calls({ message }: Fields): boolean {
  return firstOf(fieldsOf(message)?.tool_calls) !== undefined;
}

function piecesIn({ message, response }: Fields): number {
  const { content, tool_calls: tools } = fieldsOf(message) ?? {};
  return [content, response].some((text) => typeof text === 'string' && text !== '') || Array.isArray(tools) ? 1 : 0;
}

import type { Caller } from '../caller.ts';
import { readError } from '../read-error.ts';
import { fieldsOf, firstOf, numberOf, parsedJson, stringOf } from '../reading/fields.ts';
import type { Sign } from '../reading/sign.ts';
import { bedrockError, nameOf } from './errors.ts';
import type { Frame } from './frame.ts';
import { frameReader } from './frame-reader.ts';

/** Conversations as a client speaks them. */
export const converseCaller: Caller = {
  request({ model, text, stream, maxTokens }) {
    const body = {
      messages: [{ role: 'user', content: [{ text }] }],
      ...(maxTokens !== undefined && { inferenceConfig: { maxTokens } }),
    };
    return {
      path: `/model/${encodeURIComponent(model)}/converse${stream ? '-stream' : ''}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
  },
  whole(status, headers, body) {
    const facts = readError(status, headers, body, bedrockError);
    const reply = fieldsOf(parsedJson(body));
    const block = firstOf(fieldsOf(fieldsOf(reply?.output)?.message)?.content);
    if (reply === undefined || block === undefined) return { facts, tokens: 0 };
    const tokens = outputTokensOf(reply.usage) ?? (hasContent(block) ? 1 : 0);
    return { facts: { ...facts, afterTokens: tokens }, tokens };
  },
  stream: () => frameReader(signOf),
  // Keys of an account that sign nothing.
  authorization: (key) => ({ authorization: `Bearer ${key}` }),
};

function signOf({ headers, payload }: Frame): Sign {
  const body = fieldsOf(parsedJson(payload));
  const kind = headers.get(':message-type');
  if (kind === 'exception') {
    return { error: { type: nameOf(headers.get(':exception-type') ?? ''), message: stringOf(body?.message) } };
  }
  if (kind === 'error') return { error: { code: headers.get(':error-code'), message: headers.get(':error-message') } };
  if (body === undefined) return { unreadable: true };
  switch (headers.get(':event-type')) {
    case 'contentBlockDelta':
      return { pieces: hasContent(fieldsOf(body.delta)) ? 1 : 0 };
    case 'messageStop':
      return { end: true };
    case 'metadata':
      return { outputTokens: outputTokensOf(body.usage) };
    default:
      return {};
  }
}

function outputTokensOf(usage: unknown): number | undefined {
  return numberOf(fieldsOf(usage)?.outputTokens);
}

function hasContent(part: ReturnType<typeof fieldsOf>): boolean {
  return (typeof part?.text === 'string' && part.text !== '') || fieldsOf(part?.toolUse) !== undefined;
}

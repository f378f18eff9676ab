import type { Caller } from '../caller.ts';
import { readError } from '../read-error.ts';
import { fieldsOf, firstOf, numberOf, parsedJson, stringOf } from '../reading/fields.ts';
import type { Sign } from '../reading/sign.ts';
import { wholeReading } from '../reading/whole-reading.ts';
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
  whole(status, headers, body, keepText) {
    const facts = readError(status, headers, body, bedrockError);
    const reply = fieldsOf(parsedJson(body));
    const content = fieldsOf(fieldsOf(reply?.output)?.message)?.content;
    const block = firstOf(content);
    if (reply === undefined || block === undefined) return { facts, tokens: 0 };
    const tokens = outputTokensOf(reply.usage) ?? (hasContent(block) ? 1 : 0);
    return wholeReading(facts, tokens, keepText === true ? textOf(content) : undefined);
  },
  stream: (_headers, keepText) => frameReader(signOf, keepText),
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
    case 'contentBlockStart':
      return { call: fieldsOf(fieldsOf(body.start)?.toolUse) !== undefined };
    case 'contentBlockDelta': {
      const delta = fieldsOf(body.delta);
      return { pieces: hasContent(delta) ? 1 : 0, text: stringOf(delta?.text), call: fieldsOf(delta?.toolUse) !== undefined };
    }
    case 'messageStop':
      return { end: true };
    case 'metadata':
      return { outputTokens: outputTokensOf(body.usage) };
    default:
      return {};
  }
}

/** All its text; undefined where a tool is called. */
function textOf(content: unknown): string | undefined {
  const blocks = Array.isArray(content) ? content.map(fieldsOf) : [];
  if (blocks.some((block) => fieldsOf(block?.toolUse) !== undefined)) return undefined;
  return blocks.map((block) => stringOf(block?.text) ?? '').join('');
}

function outputTokensOf(usage: unknown): number | undefined {
  return numberOf(fieldsOf(usage)?.outputTokens);
}

function hasContent(part: ReturnType<typeof fieldsOf>): boolean {
  return (typeof part?.text === 'string' && part.text !== '') || fieldsOf(part?.toolUse) !== undefined;
}

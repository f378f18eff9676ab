import type { Asked } from '../api.ts';
import { estimatedTokens } from '../estimated-tokens.ts';
import { chat, roles } from './chat-schema.ts';

/** Whatever else the schema looks at makes a request one that is not plain. */
const further = Object.keys(chat.shape).filter((key) => !['model', 'messages', 'stream'].includes(key));

/**
 * Reads what most requests are: a model, messages of text, a stream or none. Undefined: it is not plain, or wrong, and is to
 * be read by its schema, with the same outcome where both read it. That takes a tenth of all that a plain reply takes.
 */
export function readPlain(body: unknown): Asked | undefined {
  if (!isObject(body) || further.some((key) => body[key] !== undefined)) return undefined;
  const { model, messages, stream = false } = body;
  if (typeof model !== 'string' || model === '' || typeof stream !== 'boolean' || !Array.isArray(messages)) return undefined;
  const texts = textsOf(messages);
  if (texts === undefined || texts.length === 0) return undefined;
  const inputTokens = estimatedTokens(texts);
  return { model, stream, includeUsage: false, inputTokens, maxTokens: undefined, wanted: { kind: 'text' } };
}

function textsOf(messages: readonly unknown[]): readonly [string][] | undefined {
  const texts: [string][] = [];
  for (const message of messages) {
    if (!isObject(message)) return undefined;
    const { role, content, name } = message;
    if (typeof content !== 'string' || name !== undefined || !(roles as readonly unknown[]).includes(role)) return undefined;
    texts.push([content]);
  }
  return texts;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

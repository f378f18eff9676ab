import type { Asked, Wanted } from '../api.ts';
import { estimatedTokens } from '../estimated-tokens.ts';
import { chat, roles } from './chat-schema.ts';

/** Whatever else the schema looks at makes a request one that is not plain. */
const further = Object.keys(chat.shape).filter((key) => !['model', 'messages', 'stream'].includes(key));

/**
 * Reads what most requests are: a model, messages of text, a stream or none. Undefined: it is not plain, or wrong, and is to
 * be read by its schema, with the same outcome where both read it; in a server that takes ten times as long.
 */
export function readPlain(body: unknown): Asked | undefined {
  if (!isObject(body)) return undefined;
  for (const key of further) if (body[key] !== undefined) return undefined;
  const { model, messages, stream = false } = body;
  if (typeof model !== 'string' || model === '' || typeof stream !== 'boolean' || !Array.isArray(messages)) return undefined;
  const texts: [string][] = [];
  for (const message of messages) {
    const content = contentOf(message);
    if (content === undefined) return undefined;
    texts.push([content]);
  }
  if (texts.length === 0) return undefined;
  return { model, stream, includeUsage: false, inputTokens: estimatedTokens(texts), maxTokens: undefined, wanted: text };
}

const text: Wanted = { kind: 'text' };

/** Of a message that has nothing else. */
function contentOf(message: unknown): string | undefined {
  if (!isObject(message)) return undefined;
  const { role, content, name } = message;
  return typeof content === 'string' && name === undefined && known.includes(role) ? content : undefined;
}

const known: readonly unknown[] = roles;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

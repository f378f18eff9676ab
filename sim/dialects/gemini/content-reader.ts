import type { StreamReader } from '../caller.ts';
import { fieldsOf, firstOf, numberOf, parsedJson, stringOf } from '../reading/fields.ts';
import { Lines } from '../reading/lines.ts';
import type { Sign } from '../reading/sign.ts';
import { readerOf, Tally } from '../reading/stream-reader.ts';
import { findGoogleError } from './google-error.ts';

/**
 * Reads a stream of server-sent events. What stands between events and begins as JSON does is read as well: an error may
 * come so, after the last event.
 */
export function contentReader(keepText = false): StreamReader {
  const tally = new Tally(keepText);
  let data: string[] = [];
  let bare = '';
  const dispatch = (): void => {
    if (data.length > 0) tally.add(contentSign(parsedJson(data.join('\n')), tally.tokens));
    data = [];
  };
  const lines = new Lines((line) => {
    if (bare !== '' || /^[{[]/.test(line)) {
      bare += `${line}\n`;
      const value = /[}\]]\s*$/.test(line) ? parsedJson(bare) : undefined;
      if (value === undefined) return;
      tally.add(contentSign(value, tally.tokens));
      bare = '';
    } else if (line === '') dispatch();
    else if (line.startsWith('data:')) data.push(line.slice(5));
  });
  return readerOf(tally, lines, () => {
    if (bare !== '') tally.add({ unreadable: true });
  });
}

/** What one part says, after so many tokens. A call brings its arguments whole, and as many tokens as are counted by then. */
function contentSign(value: unknown, tokens: number): Sign {
  const error = findGoogleError(value);
  if (error !== undefined) return { error };
  const chunk = fieldsOf(value);
  if (chunk === undefined) return { unreadable: true };
  const candidate = firstOf(chunk.candidates);
  const outputTokens = numberOf(fieldsOf(chunk.usageMetadata)?.candidatesTokenCount);
  const held = holds(candidate?.content);
  const pieces = held === 'call' ? Math.max(1, (outputTokens ?? 0) - tokens) : held === 'text' ? 1 : 0;
  const end = typeof candidate?.finishReason === 'string';
  return { pieces, text: textIn(candidate?.content), call: held === 'call', outputTokens, end };
}

/** All text of a candidate's content but what it thought. */
export function textIn(content: unknown): string {
  const parts = fieldsOf(content)?.parts;
  const all = Array.isArray(parts) ? parts.map(fieldsOf) : [];
  return all.map((part) => (part?.thought === true ? '' : (stringOf(part?.text) ?? ''))).join('');
}

/** What a candidate's content has in it. */
export function holds(content: unknown): 'call' | 'text' | undefined {
  const parts = fieldsOf(content)?.parts;
  const all = Array.isArray(parts) ? parts.map(fieldsOf) : [];
  if (all.some((part) => part?.functionCall !== undefined)) return 'call';
  return all.some((part) => typeof part?.text === 'string' && part.text !== '') ? 'text' : undefined;
}

import type { Ask, Caller, Outgoing, Reading } from '../caller.ts';
import { readError } from '../read-error.ts';
import { fieldsOf, firstOf, numberOf, parsedJson } from '../reading/fields.ts';
import { wholeReading } from '../reading/whole-reading.ts';
import { contentReader, holds, textIn } from './content-reader.ts';
import { findGoogleError } from './google-error.ts';

/** Content as a client asks for it. */
export const contentCaller: Caller = {
  request: contentRequest,
  whole: wholeContent,
  stream: (_headers, keepText) => contentReader(keepText),
  authorization: (key) => ({ 'x-goog-api-key': key }),
};

function contentRequest({ model, text, stream, maxTokens }: Ask): Outgoing {
  const name = model.split('/').map(encodeURIComponent).join('/');
  const body = {
    contents: [{ role: 'user', parts: [{ text }] }],
    ...(maxTokens !== undefined && { generationConfig: { maxOutputTokens: maxTokens } }),
  };
  return {
    path: `/v1beta/models/${name}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function wholeContent(status: number, headers: Readonly<Record<string, string>>, body: string, keepText = false): Reading {
  const facts = readError(status, headers, body, findGoogleError);
  const reply = fieldsOf(parsedJson(body));
  const candidate = firstOf(reply?.candidates);
  if (candidate === undefined) return { facts, tokens: 0 };
  const counted = numberOf(fieldsOf(reply?.usageMetadata)?.candidatesTokenCount);
  const held = holds(candidate.content);
  const tokens = counted ?? (held === undefined ? 0 : 1);
  return wholeReading(facts, tokens, keepText && held === 'text' ? textIn(candidate.content) : undefined);
}

import type { AnswerHead, AnswerText, Finish } from '../api.ts';
import { quoted } from '../quoted.ts';
import { parsedJson } from '../reading/fields.ts';
import { pretty } from './error-shape.ts';
import type { GeminiOptions } from './options.ts';

/** How the parts of a stream follow each other. */
interface Frame {
  json(value: unknown): string;
  /** Puts the JSON of the next part where it belongs. */
  next(json: string): string;
  /** What follows the last one. */
  readonly end: string;
  error(value: unknown): string;
}

/** A stream of server-sent events. */
export function eventAnswer(head: AnswerHead, { streamError }: Pick<GeminiOptions, 'streamError'>): AnswerText {
  const next = (json: string): string => `data: ${json}\r\n\r\n`;
  const json = (value: unknown): string => JSON.stringify(value);
  return contentAnswer(head, { json, next, end: '', error: (value) => (streamError === 'tail' ? pretty(value) : next(json(value))) });
}

/** A stream that is one JSON list, whose entries come one by one. */
export function listAnswer(head: AnswerHead): AnswerText {
  let begun = false;
  const end = '\n]\n';
  const json = (value: unknown): string => JSON.stringify(value, null, 2);
  const next = (text: string): string => {
    const before = begun ? '\n,\r\n' : '[';
    begun = true;
    return before + text;
  };
  return contentAnswer(head, { json, next, end, error: (value) => next(json(value)) + end });
}

/** An answer has nothing before its first token; the arguments of a call come whole, at the end. */
function contentAnswer(head: AnswerHead, { json, next, end, error }: Frame): AnswerText {
  const { wanted, inputTokens } = head;
  let call = '';
  // The part of a token is written once; of the others only the text differs.
  const part = json(response(head, [{ text: '' }], undefined, usageOf(inputTokens, undefined)));
  const split = part.indexOf('""', part.indexOf('"text":'));
  const [before, after] = [part.slice(0, split), part.slice(split + 2)];
  return {
    whole: (content, outputTokens, finish) => pretty(response(head, partsOf(head, content), finish, usageOf(inputTokens, outputTokens))),
    begin: () => '',
    token(content) {
      if (wanted.kind !== 'tool') return next(before + quoted(content) + after);
      call += content;
      return '';
    },
    end: (outputTokens, finish) => next(json(response(head, partsOf(head, call), finish, usageOf(inputTokens, outputTokens)))) + end,
    malformed: (content) => next(before + quoted(content)),
    error: ({ body }) => error(body),
  };
}

/** Arguments that were cut short are none. */
function partsOf({ wanted }: AnswerHead, content: string): readonly object[] {
  if (wanted.kind !== 'tool') return [{ text: content }];
  return [{ functionCall: { name: wanted.name, args: parsedJson(content) ?? {} } }];
}

function response({ id, model }: AnswerHead, parts: readonly object[], finish: Finish | undefined, usageMetadata: object): object {
  const content = { parts, role: 'model' };
  const finishReason = finish === 'length' ? 'MAX_TOKENS' : 'STOP';
  const candidate = { content, ...(finish !== undefined && { finishReason }), index: 0 };
  return { candidates: [candidate], usageMetadata, modelVersion: model, responseId: id };
}

/** Before its end an answer says of its tokens only what was asked. */
function usageOf(promptTokenCount: number, candidatesTokenCount: number | undefined): object {
  return {
    promptTokenCount,
    ...(candidatesTokenCount !== undefined && { candidatesTokenCount }),
    totalTokenCount: promptTokenCount + (candidatesTokenCount ?? 0),
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: promptTokenCount }],
  };
}

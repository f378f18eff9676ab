import type { Api, Asked, Endpoint } from '../api.ts';
import { decodeContent } from './decode.ts';
import { eventAnswer, listAnswer } from './encode.ts';
import type { GeminiOptions } from './options.ts';
import { misuseReply } from './request-errors.ts';

const versions = ['v1beta', 'v1'];

/** Without `alt=sse` a stream is one JSON list. */
const listed: NonNullable<Asked['written']> = { streamType: 'application/json; charset=UTF-8', answer: listAnswer };

/** Gemini's interface over HTTP. No answer is known to carry an id of its request, or what is left of a quota. */
export function geminiApi(options: Pick<GeminiOptions, 'streamError'>): Api {
  return {
    endpoints: versions.map(
      (version): Endpoint => ({
        path: `/${version}/models/*`,
        streamType: 'text/event-stream',
        decode: (call) => decodeContent(call, listed),
        answer: (head) => eventAnswer(head, options),
      }),
    ),
    lists: versions.map((version) => ({ path: `/${version}/models`, reply: (names) => ({ models: names.map(modelEntry) }) })),
    entries: versions.map((version) => ({ path: `/${version}/models/`, reply: modelEntry })),
    misuse: misuseReply,
    requestId: () => ({}),
    quotaHeaders: () => ({}),
  };
}

function modelEntry(name: string): object {
  return { name: `models/${name}`, version: '001', displayName: name, supportedGenerationMethods: ['generateContent'] };
}

import type { Api, Asked, Endpoint } from '../api.ts';
import type { ErrorReply } from '../error-reply.ts';
import { decodeContent, isListed } from './decode.ts';
import { eventAnswer, listAnswer } from './encode.ts';
import type { GeminiOptions } from './options.ts';
import { misuseReply } from './request-errors.ts';

const versions = ['v1beta', 'v1'];

/** Without `alt=sse` a stream is one JSON list, and so is its refusal. */
const listed = { streamType: 'application/json; charset=UTF-8', answer: listAnswer, reword: inList } satisfies Asked['written'];

function inList(reply: ErrorReply): ErrorReply {
  return typeof reply.body === 'string' ? { ...reply, body: `[${reply.body.trimEnd()}\n]\n` } : reply;
}

/** Gemini's interface over HTTP. No answer is known to carry an id of its request, or what is left of a quota. */
export function geminiApi(options: Pick<GeminiOptions, 'streamError'>): Api {
  return {
    endpoints: versions.map(
      (version): Endpoint => ({
        path: `/${version}/models/*`,
        streamType: 'text/event-stream',
        decode(call) {
          const asked = decodeContent(call);
          if (!isListed(call)) return asked;
          return 'refused' in asked ? { refused: inList(asked.refused) } : { ...asked, written: listed };
        },
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

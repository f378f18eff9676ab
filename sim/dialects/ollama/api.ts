import type { AnswerHead, AnswerText, Api, Asked, Call, Endpoint } from '../api.ts';
import type { ErrorReply } from '../error-reply.ts';
import { chatEndpoint } from '../openai/chat-endpoint.ts';
import { modelsAt } from '../openai/models-at.ts';
import type { OwnWords } from '../openai/own-words.ts';
import { decodeChat, decodeGeneration } from './decode.ts';
import { chatLines, generationLines } from './encode.ts';
import { asOpenai } from './errors.ts';

const style = { idPrefix: 'chatcmpl-', fields: { system_fingerprint: 'fp_ollama' }, full: false };

/** Ollama over HTTP: chats and generations in lines of JSON, and chats as OpenAI has them. */
export function ollamaApi({ reword, misuse }: OwnWords): Api {
  const v1 = modelsAt('/v1/models');
  return {
    endpoints: [
      lines('/api/chat', decodeChat, chatLines, reword),
      lines('/api/generate', decodeGeneration, generationLines, reword),
      { ...chatEndpoint('/v1/chat/completions', { style }), reword: asOpenai },
    ],
    lists: [{ path: '/api/tags', reply: (names, created) => ({ models: names.map((name) => tagOf(name, created)) }) }, ...v1.lists],
    entries: v1.entries,
    misuse: (wrong) => (wrong.kind === 'no-such-path' ? noSuchPath : misuse(wrong)),
    requestId: () => ({}),
    quotaHeaders: () => ({}),
  };
}

const noSuchPath: ErrorReply = { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' };

function lines(
  path: string,
  decode: (call: Call) => Asked | { readonly refused: ErrorReply },
  answer: (head: AnswerHead) => AnswerText,
  reword: OwnWords['reword'],
): Endpoint {
  return {
    path,
    streamType: 'application/x-ndjson',
    decode(call) {
      const asked = decode(call);
      return 'refused' in asked ? { refused: reword(asked.refused) } : asked;
    },
    answer,
  };
}

/** A model as the list has it. A simulated one has no file. */
function tagOf(name: string, created: number): object {
  return { name, model: name, modified_at: new Date(created * 1000).toISOString(), size: 0, digest: '', details: {} };
}

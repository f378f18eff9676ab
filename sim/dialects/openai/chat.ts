import type { Wire } from '../wire.ts';
import { decodeChat } from './decode.ts';
import { chatAnswer } from './encode.ts';
import { quotaHeaders } from './quota-headers.ts';
import { misuseReply } from './request-errors.ts';

/** OpenAI's chat completions over HTTP. */
export const openaiChat: Wire = {
  streamType: 'text/event-stream; charset=utf-8',
  decode: decodeChat,
  answer: chatAnswer,
  misuse: misuseReply,
  requestId: (id) => ({ 'x-request-id': id }),
  quotaHeaders,
  models: (names, created) => ({ object: 'list', data: names.map((name) => modelEntry(name, created)) }),
  model: modelEntry,
};

function modelEntry(id: string, created: number): object {
  return { id, object: 'model', created, owned_by: 'at-capacity' };
}

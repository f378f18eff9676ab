import type { Endpoint } from '../api.ts';
import { decodeChat } from './decode.ts';
import { chatAnswer } from './encode.ts';

/** Chat completions at this path: the codec of OpenAI and of everybody who speaks as it does. */
export function chatEndpoint(path: string): Endpoint {
  return {
    path,
    streamType: 'text/event-stream; charset=utf-8',
    decode: ({ body }) => decodeChat(body),
    answer: chatAnswer,
  };
}

import type { Endpoint } from '../api.ts';
import type { ErrorReply } from '../error-reply.ts';
import { type ChatStyle, openaiStyle } from './chat-style.ts';
import { decodeChat } from './decode.ts';
import { chatAnswers } from './encode.ts';

export interface ChatEndpointOptions {
  readonly style?: ChatStyle | undefined;
  /** What is wrong with a request, said as somebody else than OpenAI says it. */
  readonly reword?: ((reply: ErrorReply) => ErrorReply) | undefined;
}

/** Chat completions at this path: the codec of OpenAI and of everybody who speaks as it does. */
export function chatEndpoint(path: string, { style = openaiStyle, reword = (reply) => reply }: ChatEndpointOptions = {}): Endpoint {
  return {
    path,
    streamType: 'text/event-stream; charset=utf-8',
    decode({ body }) {
      const asked = decodeChat(body);
      return 'refused' in asked ? { refused: reword(asked.refused) } : asked;
    },
    answer: chatAnswers(style),
  };
}

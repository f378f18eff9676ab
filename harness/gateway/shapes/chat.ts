import { chatCaller } from '../../../sim/dialects/openai/chat-caller.ts';
import type { Shape, Spoken } from '../shape.ts';

/** OpenAI's chat completions. */
export const chat: Shape = {
  name: 'openai',
  path: '/v1/chat/completions',
  required: {},
  caller: chatCaller,
  errorBody,
  streamError: (spoken) => `data: ${JSON.stringify(errorBody(spoken))}\n\n`,
};

function errorBody({ type, text }: Spoken): object {
  return { error: { message: text, type, param: null, code: type } };
}

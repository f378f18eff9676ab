import { messagesCaller } from '../../../sim/dialects/anthropic/messages-caller.ts';
import type { Shape, Spoken } from '../shape.ts';

/** Anthropic's messages. */
export const messages: Shape = {
  name: 'anthropic',
  path: '/v1/messages',
  required: { 'anthropic-version': '2023-06-01' },
  caller: messagesCaller,
  errorBody,
  streamError: (spoken) => `event: error\ndata: ${JSON.stringify(errorBody(spoken))}\n\n`,
};

function errorBody({ type, text }: Spoken): object {
  return { type: 'error', error: { type, message: text } };
}

import { messagesCaller } from '../../../sim/dialects/anthropic/messages-caller.ts';
import type { Fields } from '../../../sim/dialects/reading/fields.ts';
import type { Shape, Spoken } from '../shape.ts';
import { adaptAnswer, adaptEvents, asksJson } from './messages-texts.ts';

/** Anthropic's messages. */
export const messages: Shape = {
  name: 'anthropic',
  path: '/v1/messages',
  required: { 'anthropic-version': '2023-06-01' },
  caller: messagesCaller,
  isAnswer: ({ content }) => Array.isArray(content),
  isPart,
  eventText: ({ type }, text) => `event: ${type}\ndata: ${text}\n\n`,
  asksJson,
  adaptAnswer,
  adaptEvents,
  errorBody,
  streamError: (spoken) => `event: error\ndata: ${JSON.stringify(errorBody(spoken))}\n\n`,
};

function errorBody({ type, text }: Spoken): object {
  return { type: 'error', error: { type, message: text } };
}

/** Events of kinds that are new go on too, as clients are told to expect them. */
function isPart({ type }: Fields): boolean {
  return typeof type === 'string' && /^[a-z_]+$/.test(type) && type !== 'error';
}

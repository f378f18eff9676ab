import { chatCaller } from '../../../sim/dialects/openai/chat-caller.ts';
import { type Fields, fieldsOf } from '../../../sim/dialects/reading/fields.ts';
import type { Shape, Spoken } from '../shape.ts';
import { adaptAnswer, adaptEvents, asksJson } from './chat-texts.ts';

/** OpenAI's chat completions. */
export const chat: Shape = {
  name: 'openai',
  path: '/v1/chat/completions',
  required: {},
  caller: chatCaller,
  isAnswer: hasChoices,
  isPart: hasChoices,
  eventText: (_event, text) => `data: ${text}\n\n`,
  asksJson,
  adaptAnswer,
  adaptEvents,
  errorBody,
  streamError: (spoken) => `data: ${JSON.stringify(errorBody(spoken))}\n\n`,
};

function errorBody({ type, text }: Spoken): object {
  return { error: { message: text, type, param: null, code: type } };
}

/** Some providers put what went wrong into a choice. */
function hasChoices({ choices }: Fields): boolean {
  return Array.isArray(choices) && choices.every((choice) => (fieldsOf(choice)?.error ?? null) === null);
}

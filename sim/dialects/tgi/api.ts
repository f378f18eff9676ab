import type { Api, Endpoint } from '../api.ts';
import type { ErrorReply } from '../error-reply.ts';
import { chatEndpoint } from '../openai/chat-endpoint.ts';
import type { ChatStyle } from '../openai/chat-style.ts';
import { modelsAt } from '../openai/models-at.ts';
import type { OwnWords } from '../openai/own-words.ts';
import { fieldsOf } from '../reading/fields.ts';
import { decodeGeneration, named } from './decode.ts';
import { eventOf, eventStream, generationAnswer } from './encode.ts';

/** In the stream of a chat every error has the status of a request with something wrong in it. */
const chatStyle: ChatStyle = {
  idPrefix: '',
  fields: { system_fingerprint: 'fp_simulated' },
  full: false,
  error: (body) => `${eventOf({ error: { message: fieldsOf(body)?.error, http_status_code: 422 } })}data:[DONE]\n\n`,
};

/** Text-generation-inference over HTTP: generations, and chats as OpenAI has them. */
export function tgiApi({ reword, misuse }: OwnWords): Api {
  return {
    endpoints: [generation('/generate', false, reword), generation('/generate_stream', true, reword), chat(reword)],
    ...modelsAt('/v1/models'),
    misuse,
    requestId: () => ({}),
    quotaHeaders: () => ({}),
  };
}

function generation(path: string, stream: boolean, reword: (reply: ErrorReply) => ErrorReply): Endpoint {
  return {
    path,
    streamType: eventStream,
    decode(call) {
      const asked = decodeGeneration(call, stream);
      return 'refused' in asked ? { refused: reword(asked.refused) } : asked;
    },
    answer: generationAnswer,
  };
}

function chat(reword: (reply: ErrorReply) => ErrorReply): Endpoint {
  const endpoint = chatEndpoint('/v1/chat/completions', { style: chatStyle, reword });
  return {
    ...endpoint,
    streamType: eventStream,
    decode(call) {
      const asked = endpoint.decode(call);
      return 'refused' in asked ? asked : { ...asked, model: named(asked.model) };
    },
  };
}

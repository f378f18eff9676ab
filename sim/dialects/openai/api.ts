import type { Api } from '../api.ts';
import { chatEndpoint } from './chat-endpoint.ts';
import { modelsAt } from './models-at.ts';
import type { OpenaiOptions } from './options.ts';
import { quotaHeaders } from './quota-headers.ts';
import { misuseReply } from './request-errors.ts';
import { responsesEndpoint } from './responses/responses-endpoint.ts';
import { streamError } from './responses/stream-error.ts';

/** OpenAI's interfaces over HTTP. */
export function openaiApi({ streamError: form }: Pick<OpenaiOptions, 'streamError'>): Api {
  return {
    endpoints: [chatEndpoint('/v1/chat/completions'), responsesEndpoint('/v1/responses', streamError(form))],
    ...modelsAt('/v1/models'),
    misuse: misuseReply,
    requestId: (id) => ({ 'x-request-id': id }),
    quotaHeaders,
  };
}

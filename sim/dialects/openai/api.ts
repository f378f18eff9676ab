import type { Api } from '../api.ts';
import { chatEndpoint } from './chat-endpoint.ts';
import { quotaHeaders } from './quota-headers.ts';
import { misuseReply } from './request-errors.ts';

/** OpenAI's interface over HTTP. */
export const openaiApi: Api = {
  endpoints: [chatEndpoint('/v1/chat/completions')],
  lists: [{ path: '/v1/models', reply: (names, created) => ({ object: 'list', data: names.map((name) => modelEntry(name, created)) }) }],
  entries: [{ path: '/v1/models/', reply: modelEntry }],
  misuse: misuseReply,
  requestId: (id) => ({ 'x-request-id': id }),
  quotaHeaders,
};

function modelEntry(id: string, created: number): object {
  return { id, object: 'model', created, owned_by: 'at-capacity' };
}

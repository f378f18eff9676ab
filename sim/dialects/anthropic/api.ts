import type { Api, Endpoint } from '../api.ts';
import { decodeMessages } from './decode.ts';
import { messageAnswer } from './encode.ts';
import type { AnthropicOptions } from './options.ts';
import { quotaHeaders } from './quota-headers.ts';
import { misuseReply } from './request-errors.ts';
import { rfc3339 } from './rfc3339.ts';

/** Anthropic's interface over HTTP. */
export function anthropicApi(options: Pick<AnthropicOptions, 'streamError'>): Api & { readonly endpoints: readonly [messages: Endpoint] } {
  return {
    endpoints: [
      {
        path: '/v1/messages',
        streamType: 'text/event-stream; charset=utf-8',
        decode: decodeMessages,
        answer: (head) => messageAnswer(head, options),
      },
    ],
    lists: [{ path: '/v1/models', reply: modelList }],
    entries: [{ path: '/v1/models/', reply: modelEntry }],
    misuse: misuseReply,
    requestId: (id) => ({ 'request-id': id }),
    quotaHeaders,
  };
}

function modelList(names: readonly string[], created: number): object {
  const data = names.map((name) => modelEntry(name, created));
  return { data, has_more: false, first_id: names[0] ?? null, last_id: names.at(-1) ?? null };
}

function modelEntry(id: string, created: number): object {
  return { type: 'model', id, display_name: id, created_at: rfc3339(created * 1000) };
}

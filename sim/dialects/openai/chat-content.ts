import type { AnswerHead, Finish } from '../api.ts';

/** Where the content of a chat completion stands; texts are members of a JSON object. */
export interface ChatContent {
  /** Of a whole message; `json` is the content as a JSON string. */
  readonly message: (json: string) => string;
  /** Of the delta that begins a stream. */
  readonly first: string;
  /** Every further delta, whose `field` is still empty. */
  readonly piece: string;
  readonly field: 'content' | 'arguments';
  readonly reason: (finish: Finish) => string;
}

const text: ChatContent = {
  message: (json) => `"content":${json}`,
  first: '"content":""',
  piece: '{"content":""}',
  field: 'content',
  reason: (finish) => finish,
};

/** The content is the text of the message, or the arguments of the tool that it calls. */
export function contentOf({ id, wanted }: AnswerHead): ChatContent {
  if (wanted.kind !== 'tool') return text;
  const call = (json: string) =>
    `"id":"call_${id}","type":"function","function":{"name":${JSON.stringify(wanted.name)},"arguments":${json}}`;
  return {
    message: (json) => `"content":null,"tool_calls":[{${call(json)}}]`,
    first: `"content":null,"tool_calls":[{"index":0,${call('""')}}]`,
    piece: '{"tool_calls":[{"index":0,"function":{"arguments":""}}]}',
    field: 'arguments',
    reason: (finish) => (finish === 'stop' ? 'tool_calls' : finish),
  };
}

import type { AnswerHead, Finish } from '../../api.ts';
import type { ResponsesRequest } from './responses-schema.ts';

/** What a response repeats of its request. */
export type Repeated = Partial<Pick<ResponsesRequest, 'instructions' | 'max_output_tokens' | 'tools' | 'tool_choice' | 'text'>>;

/** A response as its events and its whole body have it. */
export interface ResponseObject {
  /** While it is made: nothing in it yet. */
  begun(): object;
  /** At its end. */
  ended(content: string, outputTokens: number, finish: Finish): object;
  /** An error ended it. */
  failed(error: { readonly code: string; readonly message: string }): object;
  /** The one thing in it, at its beginning and at its end. */
  readonly item: ItemObject;
}

export interface ItemObject {
  readonly id: string;
  begun(): object;
  ended(content: string, finish: Finish): object;
}

export function responseObject(head: AnswerHead, repeated: Repeated): ResponseObject {
  const { id, created, model, inputTokens } = head;
  const item = itemOf(head);
  const make = (changed: object): object => ({
    id: `resp_${id}`,
    object: 'response',
    created_at: created,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    instructions: repeated.instructions ?? null,
    max_output_tokens: repeated.max_output_tokens ?? null,
    model,
    output: [],
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: true,
    temperature: 1,
    text: { format: repeated.text?.format ?? { type: 'text' } },
    tool_choice: repeated.tool_choice ?? 'auto',
    tools: repeated.tools ?? [],
    top_p: 1,
    truncation: 'disabled',
    usage: null,
    user: null,
    metadata: {},
    ...changed,
  });
  return {
    item,
    begun: () => make({}),
    ended: (content, outputTokens, finish) =>
      make({
        ...statusOf(finish),
        output: [item.ended(content, finish)],
        usage: usageOf(inputTokens, outputTokens),
      }),
    failed: (error) => make({ status: 'failed', error }),
  };
}

function statusOf(finish: Finish): object {
  if (finish === 'stop') return { status: 'completed' };
  return { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
}

/** A message, or the call of a tool. */
function itemOf({ id, wanted }: AnswerHead): ItemObject {
  const at = (finish: Finish): string => (finish === 'stop' ? 'completed' : 'incomplete');
  if (wanted.kind === 'tool') {
    const call = (status: string, text: string) => {
      return { id: `fc_${id}`, type: 'function_call', status, arguments: text, call_id: `call_${id}`, name: wanted.name };
    };
    return { id: `fc_${id}`, begun: () => call('in_progress', ''), ended: (content, finish) => call(at(finish), content) };
  }
  const message = (status: string, content: readonly object[]) => ({
    id: `msg_${id}`,
    type: 'message',
    status,
    role: 'assistant',
    content,
  });
  return {
    id: `msg_${id}`,
    begun: () => message('in_progress', []),
    ended: (content, finish) => message(at(finish), [outputText(content)]),
  };
}

/** A part of a message. */
export function outputText(text: string): object {
  return { type: 'output_text', text, annotations: [] };
}

function usageOf(inputTokens: number, outputTokens: number): object {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
}

import type { AnswerHead, AnswerText, Finish } from '../api.ts';
import { quoted } from '../quoted.ts';
import { parsedJson } from '../reading/fields.ts';
import type { AnthropicOptions } from './options.ts';
import { spacedJson } from './spaced-json.ts';

/** One message as Anthropic writes it: a whole body, or the events of a stream. */
export function messageAnswer(head: AnswerHead, { streamError }: Pick<AnthropicOptions, 'streamError'>): AnswerText {
  const { wanted } = head;
  const common = { id: `msg_${head.id}`, type: 'message', role: 'assistant' };
  const field = wanted.kind === 'tool' ? 'partial_json' : 'text';
  const delta = wanted.kind === 'tool' ? { type: 'input_json_delta', partial_json: '' } : { type: 'text_delta', text: '' };
  // The event of a token is written once; of the others only the text differs.
  const token = event('content_block_delta', { index: 0, delta });
  const split = token.lastIndexOf('""');
  const [before, after] = [token.slice(0, split), token.slice(split + 2)];
  const stopOf = (finish: Finish) => (finish === 'length' ? 'max_tokens' : wanted.kind === 'tool' ? 'tool_use' : 'end_turn');
  return {
    whole: (content, outputTokens, finish) =>
      JSON.stringify({
        ...common,
        model: head.model,
        content: [wholeBlock(head, content)],
        stop_reason: stopOf(finish),
        stop_sequence: null,
        usage: usageOf(head.inputTokens, outputTokens),
      }),
    begin: () =>
      event('message_start', { message: started(head, common) }) +
      event('content_block_start', { index: 0, content_block: emptyBlock(head) }) +
      ping,
    token: (content) => before + quoted(content) + after,
    end: (outputTokens, finish) =>
      event('content_block_stop', { index: 0 }) +
      event('message_delta', { delta: { stop_reason: stopOf(finish), stop_sequence: null }, usage: { output_tokens: outputTokens } }) +
      event('message_stop', {}),
    malformed: (content) =>
      `event: content_block_delta\ndata: {"type":"content_block_delta","delta":{"${field}":${JSON.stringify(content)}\n\n`,
    error: ({ body }) => `event: error\ndata: ${streamError === 'documented' ? spacedJson(body) : JSON.stringify(body)}\n\n`,
  };
}

const ping = 'event: ping\ndata: {"type": "ping"}\n\n';

function event(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

/** A message before its first token. The provider counts one token then, whatever comes. */
function started({ model, inputTokens }: AnswerHead, common: object): object {
  const usage = { input_tokens: inputTokens, output_tokens: 1 };
  return { ...common, content: [], model, stop_reason: null, stop_sequence: null, usage };
}

function emptyBlock(head: AnswerHead): object {
  return head.wanted.kind === 'tool' ? toolUse(head, head.wanted.name, {}) : { type: 'text', text: '' };
}

/** Arguments that were cut short are none. */
function wholeBlock(head: AnswerHead, content: string): object {
  return head.wanted.kind === 'tool' ? toolUse(head, head.wanted.name, parsedJson(content) ?? {}) : { type: 'text', text: content };
}

function toolUse({ id }: AnswerHead, name: string, input: unknown): object {
  return { type: 'tool_use', id: `toolu_${id}`, name, input };
}

function usageOf(inputTokens: number, outputTokens: number): object {
  return {
    input_tokens: inputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: outputTokens,
    service_tier: 'standard',
  };
}

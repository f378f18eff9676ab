import type { AnswerHead, AnswerText, Finish } from '../api.ts';
import { fieldsOf, parsedJson } from '../reading/fields.ts';
import { frameOf } from './frame.ts';

/** Type of a body of messages. */
export const eventStream = 'application/vnd.amazon.eventstream';

/** One conversation's answer: a whole body, or the messages of a stream, a character a byte. */
export function converseAnswer(head: AnswerHead): AnswerText {
  const { inputTokens, wanted, id } = head;
  const tool = wanted.kind === 'tool' ? { toolUseId: `tooluse_${id}`, name: wanted.name } : undefined;
  const ending = (outputTokens: number): object => ({
    usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
    metrics: { latencyMs: Math.round(head.elapsedMs?.() ?? 0) },
  });
  const stopReason = (finish: Finish): string => (finish === 'length' ? 'max_tokens' : tool === undefined ? 'end_turn' : 'tool_use');
  const block = (content: string): object =>
    tool === undefined ? { text: content } : { toolUse: { ...tool, input: fieldsOf(parsedJson(content)) ?? {} } };
  const delta = (content: string): string =>
    JSON.stringify({ contentBlockIndex: 0, delta: tool === undefined ? { text: content } : { toolUse: { input: content } } });
  return {
    whole: (content, outputTokens, finish) =>
      JSON.stringify({
        ...ending(outputTokens),
        output: { message: { role: 'assistant', content: [block(content)] } },
        stopReason: stopReason(finish),
      }),
    begin: () =>
      event('messageStart', JSON.stringify({ role: 'assistant' })) +
      (tool === undefined ? '' : event('contentBlockStart', JSON.stringify({ contentBlockIndex: 0, start: { toolUse: tool } }))),
    token: (content) => event('contentBlockDelta', delta(content)),
    end: (outputTokens, finish) =>
      event('contentBlockStop', JSON.stringify({ contentBlockIndex: 0 })) +
      event('messageStop', JSON.stringify({ stopReason: stopReason(finish) })) +
      event('metadata', JSON.stringify(ending(outputTokens))),
    malformed: (content) => event('contentBlockDelta', delta(content).slice(0, -2)),
    error: ({ body, event: name = '' }) =>
      frameOf({ ':exception-type': name, ':content-type': 'application/json', ':message-type': 'exception' }, JSON.stringify(body)),
  };
}

function event(name: string, payload: string): string {
  return frameOf({ ':event-type': name, ':content-type': 'application/json', ':message-type': 'event' }, payload);
}

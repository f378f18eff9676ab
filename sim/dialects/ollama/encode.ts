import type { AnswerHead, AnswerText, Finish } from '../api.ts';
import { fieldsOf, parsedJson } from '../reading/fields.ts';

/** Where the text of an answer stands in a line. */
type Say = (content: string, tools?: readonly object[]) => object;

/** A chat: each line has a message. */
export function chatLines(head: AnswerHead): AnswerText {
  return linesOf(head, (content, tools) => ({
    message: { role: 'assistant', content, ...(tools !== undefined && { tool_calls: tools }) },
  }));
}

/** A generation: each line has a piece of the response. */
export function generationLines(head: AnswerHead): AnswerText {
  return linesOf(head, (content) => ({ response: content }));
}

/** One JSON value a line, the last of which is done; a plain reply is that one, with all of the text. */
function linesOf({ model, created, inputTokens, wanted, elapsedMs }: AnswerHead, say: Say): AnswerText {
  const common = { model, created_at: new Date(created * 1000).toISOString() };
  let gathered = '';
  const line = (value: object): string => `${JSON.stringify(value)}\n`;
  const last = (content: string, outputTokens: number, finish: Finish): object => {
    const tool = wanted.kind === 'tool' ? callOf(wanted.name, content) : undefined;
    const said = tool === undefined ? say(content) : say('', [tool]);
    return {
      ...common,
      ...said,
      done: true,
      done_reason: finish,
      ...(elapsedMs !== undefined && { total_duration: Math.round(elapsedMs() * 1_000_000) }),
      prompt_eval_count: inputTokens,
      eval_count: outputTokens,
    };
  };
  const piece = (content: string): string => line({ ...common, ...say(content), done: false });
  return {
    whole: (content, outputTokens, finish) => JSON.stringify(last(content, outputTokens, finish)),
    begin: () => '',
    token(content) {
      if (wanted.kind !== 'tool') return piece(content);
      gathered += content;
      return '';
    },
    end: (outputTokens, finish) => line(last(gathered, outputTokens, finish)),
    malformed: (content) => `${piece(content).slice(0, -2)}\n`,
    error: ({ body }) => line(body as object),
  };
}

/** The call of a tool comes whole; what was cut off is a text. */
function callOf(name: string, content: string): object | undefined {
  const values = fieldsOf(parsedJson(content));
  return values === undefined ? undefined : { function: { name, arguments: values } };
}

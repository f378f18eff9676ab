import type { AnswerHead, AnswerText, Finish } from '../../api.ts';
import { quoted } from '../../quoted.ts';
import { outputText, type Repeated, responseObject } from './response-object.ts';
import type { SayError, WriteEvent } from './stream-error.ts';

/** One response as OpenAI writes it: a whole body, or the events of a stream, numbered from 0. */
export function responsesAnswer(head: AnswerHead, repeated: Repeated, sayError: SayError): AnswerText {
  const response = responseObject(head, repeated);
  const { item } = response;
  const parts = head.wanted.kind === 'tool' ? callParts(item.id) : textParts(item.id);
  let number = 0;
  let content = '';
  let begun = false;
  const write: WriteEvent = (type, data) => eventOf(type, JSON.stringify({ type, ...data, sequence_number: number++ }));
  const opening = (): string => {
    if (begun) return '';
    begun = true;
    return write('response.created', { response: response.begun() }) + write('response.in_progress', { response: response.begun() });
  };
  return {
    whole: (text, outputTokens, finish) => JSON.stringify(response.ended(text, outputTokens, finish)),
    opening,
    begin: () => opening() + write('response.output_item.added', { output_index: 0, item: item.begun() }) + parts.begin(write),
    token(piece) {
      content += piece;
      const text = `${parts.before}${quoted(piece)},"sequence_number":${number}}`;
      number += 1;
      return eventOf(parts.delta, text);
    },
    end(outputTokens, finish) {
      // In the order in which they are numbered.
      const rest = parts.end(write, content);
      const done = write('response.output_item.done', { output_index: 0, item: item.ended(content, finish) });
      return rest + done + write(endOf(finish), { response: response.ended(content, outputTokens, finish) });
    },
    malformed: (piece) => eventOf(parts.delta, `${parts.before}${quoted(piece)}`),
    error: ({ body }) => opening() + sayError(body, write, response.failed),
  };
}

function endOf(finish: Finish): string {
  return finish === 'stop' ? 'response.completed' : 'response.incomplete';
}

function eventOf(type: string, data: string): string {
  return `event: ${type}\ndata: ${data}\n\n`;
}

/** What comes around and in the deltas of an item. */
interface Parts {
  begin(write: WriteEvent): string;
  /** Type of the deltas; their text up to the piece. */
  readonly delta: string;
  readonly before: string;
  end(write: WriteEvent, content: string): string;
}

function textParts(id: string): Parts {
  const place = { item_id: id, output_index: 0, content_index: 0 };
  const delta = 'response.output_text.delta';
  return {
    begin: (write) => write('response.content_part.added', { ...place, part: outputText('') }),
    delta,
    before: beforeOf({ type: delta, ...place }),
    end: (write, text) =>
      write('response.output_text.done', { ...place, text }) + write('response.content_part.done', { ...place, part: outputText(text) }),
  };
}

function callParts(id: string): Parts {
  const place = { item_id: id, output_index: 0 };
  const delta = 'response.function_call_arguments.delta';
  return {
    begin: () => '',
    delta,
    before: beforeOf({ type: delta, ...place }),
    end: (write, text) => write('response.function_call_arguments.done', { ...place, arguments: text }),
  };
}

/** A delta is written once; of the others only piece and number differ. */
function beforeOf(fields: object): string {
  return `${JSON.stringify(fields).slice(0, -1)},"delta":`;
}

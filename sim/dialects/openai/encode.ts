import type { AnswerHead, AnswerText, Finish } from '../api.ts';
import type { ErrorReply } from '../error-reply.ts';
import { quoted } from '../quoted.ts';
import { type ChatContent, contentOf } from './chat-content.ts';
import { type ChatStyle, done, eventOf } from './chat-style.ts';

const chunkObject = 'chat.completion.chunk';

/**
 * Chat completions as OpenAI, or who writes in another style, has them: a whole body, or the events of a stream. Their text
 * is joined rather than made of objects, which would take most of a server's time.
 */
export function chatAnswers(style: ChatStyle): (head: AnswerHead) => AnswerText {
  const spelling: Spelling = {
    style,
    fields: membersOf(style.fields),
    refusal: style.full ? membersOf({ refusal: null }) : '',
    annotations: style.full ? membersOf({ annotations: [] }) : '',
  };
  return (head) => new ChatText(spelling, head);
}

/** Members of every part, of every message, and of whole messages; written after others. */
interface Spelling {
  readonly style: ChatStyle;
  readonly fields: string;
  readonly refusal: string;
  readonly annotations: string;
}

/** The text of one answer. */
class ChatText implements AnswerText {
  private readonly spelling: Spelling;
  private readonly head: AnswerHead;
  private readonly content: ChatContent;
  /** A chunk is written once; of the others only the text between these differs. */
  private before = '';
  private after = '';

  constructor(spelling: Spelling, head: AnswerHead) {
    this.spelling = spelling;
    this.head = head;
    this.content = contentOf(head);
  }

  whole(content: string, outputTokens: number, finish: Finish): string {
    const { refusal, annotations } = this.spelling;
    const { message, reason } = this.content;
    const said = `{"role":"assistant",${message(quoted(content))}${refusal}${annotations}}`;
    const choice = choiceOf('message', said, reason(finish));
    return `${this.common('chat.completion')},"choices":[${choice}],"usage":${this.usage(outputTokens)}}`;
  }

  begin(): string {
    return this.chunk(`{"role":"assistant",${this.content.first}${this.spelling.refusal}}`, null, this.usagePlace());
  }

  token(content: string): string {
    return this.opened(content) + this.after;
  }

  end(outputTokens: number, finish: Finish): string {
    const { style } = this.spelling;
    const { includeUsage } = this.head;
    const usage = this.usage(outputTokens);
    const last = style.last?.(JSON.parse(usage) as object, this.id()) ?? {};
    const apart = includeUsage && !('usage' in last);
    const usageChunk = apart ? `data: ${this.common(chunkObject)},"choices":[],"usage":${usage}}\n\n` : '';
    const more = membersOf(includeUsage ? { usage: null, ...last } : last);
    return `${this.chunk('{}', this.content.reason(finish), more)}${usageChunk}${done}`;
  }

  malformed(content: string): string {
    return `${this.opened(content)}\n\n`;
  }

  error({ body }: ErrorReply): string {
    return this.spelling.style.error?.(body, JSON.parse(`${this.common(chunkObject)}}`) as object) ?? eventOf(body);
  }

  private id(): string {
    return `${this.spelling.style.idPrefix}${this.head.id}`;
  }

  private common(object: string): string {
    const { created, model } = this.head;
    return `{"id":"${this.id()}","object":"${object}","created":${created},"model":${JSON.stringify(model)}${this.spelling.fields}`;
  }

  private chunk(delta: string, finish: string | null, more: string): string {
    return `data: ${this.common(chunkObject)},"choices":[${choiceOf('delta', delta, finish)}]${more}}\n\n`;
  }

  /** A chunk up to its text. */
  private opened(content: string): string {
    const { piece, field } = this.content;
    if (this.before === '') {
      const [before = '', after = ''] = this.chunk(piece, null, this.usagePlace()).split(`"${field}":""`);
      this.before = `${before}"${field}":`;
      this.after = after;
    }
    return this.before + quoted(content);
  }

  private usagePlace(): string {
    return this.head.includeUsage ? membersOf({ usage: null }) : '';
  }

  private usage(outputTokens: number): string {
    return usageText(this.head.inputTokens, outputTokens, this.spelling.style.full);
  }
}

function choiceOf(name: 'delta' | 'message', text: string, finish: string | null): string {
  return `{"index":0,"${name}":${text},"logprobs":null,"finish_reason":${finish === null ? 'null' : `"${finish}"`}}`;
}

/** The members of an object, to be written after others. */
function membersOf(object: object): string {
  const text = JSON.stringify(object).slice(1, -1);
  return text === '' ? '' : `,${text}`;
}

function usageText(inputTokens: number, outputTokens: number, full: boolean): string {
  const sums = `"prompt_tokens":${inputTokens},"completion_tokens":${outputTokens},"total_tokens":${inputTokens + outputTokens}`;
  return `{${sums}${full ? usageDetails : ''}}`;
}

const usageDetails = membersOf({
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0, accepted_prediction_tokens: 0, rejected_prediction_tokens: 0 },
});

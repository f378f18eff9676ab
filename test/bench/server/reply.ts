/** What the bench asks for and what it gets; one answer that every contender gives alike. */
export const tokens = 40;

/** From one token of a paced stream to the next, ms: 25 tokens a second. */
export const stepMs = 40;

/** Models of a contender: one answers at once, the other one in its own time. */
export type Pace = 'at-once' | 'paced';

export interface Kind {
  readonly name: string;
  readonly stream: boolean;
  readonly model: Pace;
}

export const plain: Kind = { name: 'plain replies', stream: false, model: 'at-once' };
export const burst: Kind = { name: 'streams in one go', stream: true, model: 'at-once' };
export const paced: Kind = { name: 'paced streams', stream: true, model: 'paced' };

/** The bytes of one answer, as our server gave them. */
export interface Sample {
  readonly plain: string;
  /** One piece for each token, what begins the stream with the first of them; then its end. */
  readonly pieces: readonly string[];
  readonly end: string;
  /** The text that both of them bring. */
  readonly content: string;
}

export function bodyOf({ stream, model }: Kind): string {
  return JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'What is the capital of France?' }] });
}

export const path = '/v1/chat/completions';

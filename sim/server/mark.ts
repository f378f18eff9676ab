import type { IncomingHttpHeaders } from 'node:http';

/** What a caller says of its own request. */
export interface Mark {
  /** Keys its luck; undefined: its place in the order of arrival does. */
  readonly entity: number | undefined;
  /** Which try of the caller's this is, from 0. */
  readonly number: number;
  /** Tokens of the whole answer; undefined: drawn. */
  readonly output: number | undefined;
  /** Tokens of the question; undefined: estimated from its text. */
  readonly input: number | undefined;
}

/** Sent by this project's own client, so that a live run has the luck of a simulated one: entity, try, output and input tokens. */
export const markHeader = 'x-at-capacity-request';

/** `17/0/200/1000`: request 17, its first try, an answer of 200 tokens to a question of 1000. */
export function markText(entity: number, number: number, output: number, input: number): string {
  return `${entity}/${number}/${output}/${input}`;
}

/** What a mark can be read of; `body` is parsed. */
export interface Marked {
  readonly headers: IncomingHttpHeaders;
  readonly url: string;
  readonly body: unknown;
  /** As reports name it. */
  readonly model: string;
}

export type ReadMark = (request: Marked) => Mark;

/** The openai and anthropic clients say which try it is; anybody else is at the first. */
export function markOf({ headers }: Pick<Marked, 'headers'>): Mark {
  const own = headers[markHeader];
  const match = typeof own === 'string' ? /^(\d{1,12})\/(\d{1,4})\/(\d{1,7})(?:\/(\d{1,9}))?$/.exec(own) : null;
  if (match !== null) {
    const [entity = 0, number = 0, output = 0] = match.slice(1, 4).map(Number);
    return { entity, number, output, input: match[4] === undefined ? undefined : Number(match[4]) };
  }
  const retry = headers['x-stainless-retry-count'];
  const number = typeof retry === 'string' && /^\d{1,3}$/.test(retry) ? Number(retry) : 0;
  return { entity: undefined, number, output: undefined, input: undefined };
}

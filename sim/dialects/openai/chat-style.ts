/** What differs between those who write chat completions as OpenAI does. */
export interface ChatStyle {
  /** Stands before the digits of an answer's id. */
  readonly idPrefix: string;
  /** Fields of every part beside `id`, `object`, `created` and `model`. */
  readonly fields: object;
  /** With what OpenAI alone has: refusals, annotations, tokens by kind. */
  readonly full: boolean;
  /** Further fields of the chunk that ends a stream. With `usage` among them no chunk of its own says it. */
  readonly last?: ((usage: object, id: string) => object) | undefined;
  /** An error inside a stream, with all that follows; `common` are the fields of every chunk. Default: one event with the body. */
  readonly error?: ((body: unknown, common: object) => string) | undefined;
}

export const openaiStyle: ChatStyle = {
  idPrefix: 'chatcmpl-',
  fields: { service_tier: 'default', system_fingerprint: 'fp_simulated' },
  full: true,
};

/** One event of a stream. */
export function eventOf(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** The provider's own end of a stream. */
export const done = 'data: [DONE]\n\n';

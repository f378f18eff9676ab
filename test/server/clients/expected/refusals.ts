/** A refusal without any hint, and how many attempts each client makes of it by itself. */
export interface Refusal {
  readonly status: number;
  readonly shouldRetry?: string;
  readonly openai: number;
  readonly ai: number;
  readonly langchain: number;
}

const all = (status: number, attempts: number) => ({ status, openai: attempts, ai: attempts, langchain: attempts });
const busy = (status: number): Refusal => ({ status, openai: 3, ai: 3, langchain: 7 });

/**
 * Which statuses are worth another attempt: to `openai` and `ai` 408, 409, 429 and 500 and above; to LangChain all but 400 to
 * 406, 409, 413, and a 429 that does not say when. (A 407 is a lost connection to Node's fetch.) Source: the packages' own code.
 */
export const statuses: readonly Refusal[] = [
  ...[400, 401, 402, 403, 404, 405, 406, 413].map((status) => all(status, 1)),
  busy(408),
  { status: 409, openai: 3, ai: 3, langchain: 1 },
  { status: 422, openai: 1, ai: 1, langchain: 7 },
  { status: 429, openai: 3, ai: 3, langchain: 1 },
  // No capacity in Groq's flexible tier.
  { status: 498, openai: 1, ai: 1, langchain: 7 },
  ...[500, 502, 503, 504, 529].map(busy),
];

/** `openai` does as x-should-retry says, whatever the status; `ai` and LangChain do not read it. Source: the packages' own code. */
export const shouldRetry: readonly Refusal[] = [
  { status: 503, shouldRetry: 'false', openai: 1, ai: 3, langchain: 7 },
  { status: 400, shouldRetry: 'true', openai: 3, ai: 1, langchain: 1 },
  // Anything else is as if it were not there.
  { status: 503, shouldRetry: 'maybe', openai: 3, ai: 3, langchain: 7 },
  { status: 400, shouldRetry: 'maybe', openai: 1, ai: 1, langchain: 1 },
];

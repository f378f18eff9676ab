/** One status with `x-should-retry`, and how many attempts each client makes of it by itself. */
export interface ShouldRetry {
  readonly status: number;
  readonly shouldRetry: string;
  readonly openai: number;
  readonly ai: number;
  readonly langchain: number;
}

/** `openai` does as the header says, whatever the status; `ai` and LangChain do not read it. Source: the packages' own code. */
export const shouldRetry: readonly ShouldRetry[] = [
  { status: 503, shouldRetry: 'false', openai: 1, ai: 3, langchain: 7 },
  { status: 400, shouldRetry: 'true', openai: 3, ai: 1, langchain: 1 },
  // Anything else is as if it were not there.
  { status: 503, shouldRetry: 'maybe', openai: 3, ai: 3, langchain: 7 },
  { status: 400, shouldRetry: 'maybe', openai: 1, ai: 1, langchain: 1 },
];

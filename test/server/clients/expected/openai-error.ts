/** What one client makes of an error. */
interface Fate {
  /** Name of what its caller is thrown when it does not retry. */
  readonly raised: string;
  /** Attempts with the client's own number of retries: 2 of `openai` and `ai`, 6 of LangChain. */
  readonly attempts: number;
}

/** How the server comes to say an error by itself: by a model, a request or a refusal, and options of the dialect. */
export interface OwnError {
  readonly model?: object;
  readonly maxTokens?: number;
  readonly refuse?: string;
  readonly retryAfter?: string;
  readonly dialect?: object;
  /** Part of its text, where it is another one. */
  readonly message?: string;
}

/** One error as OpenAI publishes it, and what its clients make of it. */
export interface OpenaiError {
  readonly what: string;
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly message: string;
  /** The wait, ms, that the message asks for; only LangChain reads it there. */
  readonly askedMs?: number;
  /** How the server comes to say it by itself. */
  readonly own?: OwnError;
  readonly openai: Fate;
  readonly langchain: Fate;
  /** `ai` raises one class for every status, and retries as `openai` does. */
  readonly ai: Fate;
}

/** Three attempts of `openai` and `ai`, which look at the status alone. */
export function retried(raised: string, langchain: Fate): Pick<OpenaiError, 'openai' | 'ai' | 'langchain'> {
  return { openai: { raised, attempts: 3 }, ai: { raised: 'AI_APICallError', attempts: 3 }, langchain };
}

export function final(raised: string, langchain = raised): Pick<OpenaiError, 'openai' | 'ai' | 'langchain'> {
  const fate = (name: string) => ({ raised: name, attempts: 1 });
  return { openai: fate(raised), ai: fate('AI_APICallError'), langchain: fate(langchain) };
}

import { nameOf, type Outcome, outcomeOf, type Raised } from './caller.ts';
import { model as theModel } from './scripted.ts';

/** As much of the `@google/genai` package as is used here. */
export interface GooglePackage {
  readonly GoogleGenAI: new (options: object) => GoogleClient;
  readonly ApiError: new () => Error;
}

export interface GoogleClient {
  readonly models: {
    generateContent(ask: object): Promise<Content>;
    generateContentStream(ask: object): Promise<AsyncIterable<Content>>;
    list(): Promise<AsyncIterable<{ readonly name: string }>>;
    get(ask: { readonly model: string }): Promise<{ readonly name: string }>;
  };
}

export interface Content {
  readonly text?: string;
  readonly functionCalls?: readonly { readonly name: string; readonly args: object }[];
  readonly candidates?: readonly { readonly finishReason?: string }[];
  readonly usageMetadata?: { readonly promptTokenCount: number; readonly candidatesTokenCount?: number; readonly totalTokenCount: number };
  readonly modelVersion?: string;
  readonly responseId?: string;
}

export interface GoogleAsk {
  readonly url: string;
  readonly stream: boolean;
  /** Its own `retryOptions`; undefined: none, and so no retries. */
  readonly retryOptions?: object;
  readonly maxTokens?: number;
}

export function googleClient({ GoogleGenAI }: GooglePackage, url: string, retryOptions?: object): GoogleClient {
  return new GoogleGenAI({ apiKey: 'any', httpOptions: { baseUrl: url, ...(retryOptions !== undefined && { retryOptions }) } });
}

/** Asks for content. */
export function askGoogle(sdk: GooglePackage, { url, stream, retryOptions, maxTokens }: GoogleAsk): Promise<Outcome> {
  return outcomeOf(async (notes) => {
    const { models } = googleClient(sdk, url, retryOptions);
    const ask = { model: theModel, contents: 'Hello', ...(maxTokens !== undefined && { config: { maxOutputTokens: maxTokens } }) };
    if (!stream) notes.text += (await models.generateContent(ask)).text ?? '';
    else for await (const { text } of await models.generateContentStream(ask)) notes.text += text ?? '';
  }, raised);
}

interface GoogleError {
  readonly error: { readonly status: string; readonly message: string; readonly details?: readonly object[] };
}

/** All that a program is told beside the status is the body, in the message. */
function raised(error: unknown): Raised {
  const { status, message } = error as Error & { readonly status: number };
  const json = message.slice(Math.max(0, message.indexOf('{')));
  let said: GoogleError['error'] | undefined;
  try {
    said = (JSON.parse(json) as GoogleError).error;
  } catch {
    // A text of its own.
  }
  const code = /"(?:quotaId|reason)":"([^"]*)"/.exec(json)?.[1];
  return { name: nameOf(error as Error), status, type: said?.status, code, message: said?.message ?? message, requestId: undefined };
}

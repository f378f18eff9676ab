import { type Caller, nameOf, outcomeOf, type Raised } from './caller.ts';
import { model as theModel } from './scripted.ts';

/** As much of the `ollama` package as is used here. */
export interface OllamaPackage {
  readonly Ollama: new (options: object) => OllamaClient;
}

export interface OllamaClient {
  chat(ask: object): Promise<ChatLine> & Promise<AsyncIterable<ChatLine>>;
  generate(ask: object): Promise<GeneratedLine> & Promise<AsyncIterable<GeneratedLine>>;
  list(): Promise<{ readonly models: readonly { readonly name: string }[] }>;
}

interface Line {
  readonly done: boolean;
  readonly done_reason?: string;
  readonly prompt_eval_count?: number;
  readonly eval_count?: number;
}

export interface ChatLine extends Line {
  readonly message: {
    readonly content: string;
    readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: object } }[];
  };
}

export interface GeneratedLine extends Line {
  readonly response: string;
}

export function ollamaClient({ Ollama }: OllamaPackage, host: string): OllamaClient {
  return new Ollama({ host });
}

/** It has no retries of its own. */
export function ollamaCaller(sdk: OllamaPackage): Caller {
  return ({ url, stream, maxTokens, model = theModel }) =>
    outcomeOf(async (notes) => {
      const ask = {
        model,
        messages: [{ role: 'user', content: 'Hello' }],
        ...(maxTokens !== undefined && { options: { num_predict: maxTokens } }),
      };
      const client = ollamaClient(sdk, url);
      if (!stream) notes.text = (await client.chat(ask)).message.content;
      else for await (const { message } of await client.chat({ ...ask, stream })) notes.text += message.content;
    }, raised);
}

function raised(error: unknown): Raised {
  const { message, status_code: status } = error as Error & { status_code?: number };
  return { name: nameOf(error as Error), status, type: undefined, code: undefined, message, requestId: undefined };
}

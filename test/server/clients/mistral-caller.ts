import { type Caller, nameOf, outcomeOf, type Raised } from './caller.ts';
import { model as theModel } from './scripted.ts';

/** As much of the `@mistralai/mistralai` package as is used here. */
export interface MistralPackage {
  readonly Mistral: new (options: object) => MistralClient;
}

export interface MistralClient {
  readonly chat: {
    complete(ask: object): Promise<MistralReply>;
    stream(ask: object): Promise<AsyncIterable<{ readonly data: MistralChunk }>>;
  };
  readonly models: { list(): Promise<{ readonly data?: readonly { readonly id: string }[] }> };
}

export interface MistralUsage {
  readonly promptTokens?: number;
  readonly completionTokens?: number;
  readonly totalTokens?: number;
}

export interface MistralReply {
  readonly choices: readonly {
    readonly message: {
      readonly content?: string | null;
      readonly toolCalls?: readonly { readonly function: { readonly name: string; readonly arguments: unknown } }[] | null;
    };
    readonly finishReason: string;
  }[];
  readonly usage: MistralUsage;
}

export interface MistralChunk {
  readonly choices: readonly { readonly delta: { readonly content?: string | null }; readonly finishReason: string | null }[];
  readonly usage?: MistralUsage;
}

/** Its own retries: by default none; with this setting as long as an hour passes. */
const backoff = { strategy: 'backoff', retryConnectionErrors: true };

export function mistralClient({ Mistral }: MistralPackage, serverURL: string, retries = false): MistralClient {
  return new Mistral({ apiKey: 'any', serverURL, ...(retries && { retryConfig: backoff }) });
}

/** `retries: 0` is its default; undefined: its own backoff. */
export function mistralCaller(sdk: MistralPackage): Caller {
  return ({ url, stream, retries, maxTokens, model = theModel }) =>
    outcomeOf(async (notes) => {
      const { chat } = mistralClient(sdk, url, retries === undefined);
      const ask = { model, messages: [{ role: 'user', content: 'Hello' }], ...(maxTokens !== undefined && { maxTokens }) };
      if (!stream) notes.text = (await chat.complete(ask)).choices[0]?.message.content ?? '';
      else for await (const { data } of await chat.stream(ask)) notes.text += data.choices[0]?.delta.content ?? '';
    }, raised);
}

/** All that a program is told beside the status is the body, as text. */
function raised(error: unknown): Raised {
  const { message, statusCode: status, body } = error as Error & { statusCode?: number; body?: string };
  const said = JSON.parse(body === undefined || body === '' ? '{}' : body) as Partial<
    Record<'type' | 'code' | 'message' | 'detail', string>
  >;
  return {
    name: nameOf(error as Error),
    status,
    type: said.type,
    code: said.code,
    message: said.message ?? said.detail ?? message,
    requestId: undefined,
  };
}

import { type Caller, nameOf, outcomeOf, type Raised } from './caller.ts';
import { model as theModel } from './scripted.ts';

/** As much of the `@anthropic-ai/sdk` package as is used here. */
export interface AnthropicPackage {
  readonly Anthropic: new (options: object) => AnthropicClient;
  readonly APIError: new () => Error;
  readonly InternalServerError: new () => Error;
}

export interface AnthropicClient {
  readonly messages: {
    create(body: object): Promise<Message> & Promise<AsyncIterable<MessageEvent>>;
    stream(body: object): { finalMessage(): Promise<Message> };
  };
  readonly models: {
    list(): Promise<{ readonly data: readonly { readonly id: string }[] }>;
    retrieve(id: string): Promise<{ readonly id: string; readonly created_at: string }>;
  };
}

export interface Message {
  readonly id: string;
  readonly _request_id?: string;
  readonly content: readonly { readonly type: string; readonly text?: string; readonly name?: string; readonly input?: unknown }[];
  readonly stop_reason: string;
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number };
}

export interface MessageEvent {
  readonly type: string;
  readonly delta?: { readonly text?: string };
}

export function anthropicClient({ Anthropic }: AnthropicPackage, url: string, retries?: number): AnthropicClient {
  return new Anthropic({ apiKey: 'any', baseURL: url, ...(retries !== undefined && { maxRetries: retries }) });
}

export const ask = { model: theModel, max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }] };

/** Asks by messages. */
export function messagesCaller(sdk: () => AnthropicPackage): Caller {
  return ({ url, stream, retries, maxTokens = 100, model = theModel }) =>
    outcomeOf(async (notes) => {
      const { messages } = anthropicClient(sdk(), url, retries);
      const body = { ...ask, model, max_tokens: maxTokens };
      if (!stream) {
        notes.text += (await messages.create(body)).content[0]?.text ?? '';
        return;
      }
      for await (const { type, delta } of await messages.create({ ...body, stream })) {
        notes.events.push(type);
        notes.text += delta?.text ?? '';
      }
    }, raised);
}

function raised(error: unknown): Raised {
  const { status, type, errorCode, message, requestID } = error as Raised & { readonly errorCode: string; readonly requestID: string };
  return { name: nameOf(error as Error), status, type, code: errorCode, message, requestId: requestID };
}

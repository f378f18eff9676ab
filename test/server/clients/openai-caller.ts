import { type Caller, nameOf, outcomeOf, type Raised } from './caller.ts';
import { model as theModel } from './scripted.ts';

/** As much of the `openai` package as is used here, which two major versions have. */
export interface OpenaiPackage {
  readonly OpenAI: new (options: object) => OpenaiClient;
  readonly APIError: new () => Error;
}

export interface OpenaiClient {
  readonly chat: {
    readonly completions: { create(body: object): Promise<Completion> & Promise<AsyncIterable<Chunk>>; stream(body: object): Helper };
  };
  readonly responses: {
    create(body: object): Promise<Response> & Promise<AsyncIterable<ResponseEvent>>;
    stream(body: object): { finalResponse(): Promise<Response> };
  };
}

export interface ToolCall {
  readonly id: string;
  readonly type: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

export interface Completion {
  readonly _request_id: string;
  readonly choices: readonly {
    readonly message: { readonly content: string | null; readonly tool_calls?: readonly ToolCall[] };
    readonly finish_reason: string;
  }[];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number; readonly total_tokens: number };
}

export interface Chunk {
  readonly choices: readonly { readonly delta: { readonly content?: string | null }; readonly finish_reason: string | null }[];
}

export interface Helper {
  finalChatCompletion(): Promise<Completion>;
}

export interface Response {
  readonly _request_id: string;
  readonly output_text: string;
  readonly output: readonly { readonly type: string; readonly name?: string; readonly arguments?: string; readonly call_id?: string }[];
  readonly status: string;
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number; readonly total_tokens: number };
}

export interface ResponseEvent {
  readonly type: string;
  readonly sequence_number: number;
  readonly delta?: string;
  readonly response?: Response;
}

export function openaiClient({ OpenAI }: OpenaiPackage, url: string, retries?: number): OpenaiClient {
  return new OpenAI({ apiKey: 'any', baseURL: `${url}/v1`, ...(retries !== undefined && { maxRetries: retries }) });
}

/** What the package throws, and LangChain passes on. */
export function openaiRaised(error: unknown): Raised {
  const { status, type, code, message, requestID } = error as Raised & { readonly requestID: string };
  return { name: nameOf(error as Error), status, type, code, message, requestId: requestID };
}

/** Asks by chat completions. */
export function chatCaller(openai: OpenaiPackage): Caller {
  return ({ url, stream, retries, maxTokens, model = theModel }) =>
    outcomeOf(async (notes) => {
      const { completions } = openaiClient(openai, url, retries).chat;
      const ask = { model, messages: [{ role: 'user', content: 'Hello' }], max_tokens: maxTokens };
      if (!stream) notes.text = (await completions.create(ask)).choices[0]?.message.content ?? '';
      else for await (const { choices } of await completions.create({ ...ask, stream })) notes.text += choices[0]?.delta.content ?? '';
    }, openaiRaised);
}

/** Asks by Responses. */
export function responsesCaller(openai: OpenaiPackage): Caller {
  return ({ url, stream, retries, maxTokens, model = theModel }) =>
    outcomeOf(async (notes) => {
      const { responses } = openaiClient(openai, url, retries);
      const ask = { model, input: 'Hello', max_output_tokens: maxTokens };
      if (!stream) notes.text = (await responses.create(ask)).output_text;
      else
        for await (const { type, delta } of await responses.create({ ...ask, stream })) {
          notes.events.push(type);
          if (type === 'response.output_text.delta') notes.text += delta ?? '';
        }
    }, openaiRaised);
}

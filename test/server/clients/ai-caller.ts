import { type Ask, type Caller, nameOf, outcomeOf, type Raised } from './caller.ts';
import { model as theModel } from './scripted.ts';

/** As much of `ai` as is used here, which two major versions have. */
export interface Ai {
  generateText(options: object): Promise<Generated>;
  streamText(options: object): Streamed;
  jsonSchema(schema: object): object;
  tool(options: object): object;
  readonly Output: { object(options: { readonly schema: object }): object };
}

export interface ToolCall {
  readonly toolName: string;
  readonly input: unknown;
}

export interface Generated {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly output: unknown;
  readonly finishReason: string;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
}

/** The same while it comes. */
export interface Streamed {
  readonly fullStream: AsyncIterable<Part>;
  readonly toolCalls: PromiseLike<readonly ToolCall[]>;
  readonly finishReason: PromiseLike<string>;
  readonly output: PromiseLike<unknown>;
}

export interface Part {
  readonly type: string;
  readonly text?: string;
  readonly error?: unknown;
  readonly finishReason?: string;
}

/** Makes the model of one interface at a server's address. */
export type ModelAt = (url: string, model: string) => unknown;

/** What `@ai-sdk/openai` exports, as far as it is used here. */
export interface OpenaiProvider {
  createOpenAI(options: object): { chat(model: string): unknown; responses(model: string): unknown };
}

/** What `@ai-sdk/anthropic` exports, as far as it is used here. */
export interface AnthropicProvider {
  createAnthropic(options: object): (model: string) => unknown;
}

export const chatAt =
  ({ createOpenAI }: OpenaiProvider): ModelAt =>
  (url, model) =>
    createOpenAI({ apiKey: 'any', baseURL: `${url}/v1` }).chat(model);

export const responsesAt =
  ({ createOpenAI }: OpenaiProvider): ModelAt =>
  (url, model) =>
    createOpenAI({ apiKey: 'any', baseURL: `${url}/v1` }).responses(model);

export const messagesAt =
  ({ createAnthropic }: AnthropicProvider): ModelAt =>
  (url, model) =>
    createAnthropic({ apiKey: 'any', baseURL: `${url}/v1` })(model);

export function aiCaller(ai: Ai, modelAt: ModelAt): Caller {
  return (ask) =>
    outcomeOf(async (notes) => {
      if (!ask.stream) notes.text = (await ai.generateText(callOf(ask, modelAt))).text;
      else
        for await (const { type, text, error } of ai.streamText({ ...callOf(ask, modelAt), onError: () => {} }).fullStream) {
          notes.events.push(type);
          if (type === 'error') throw error;
          if (type === 'text-delta') notes.text += text ?? '';
        }
    }, aiRaised);
}

function callOf({ url, retries, maxTokens, model = theModel }: Ask, modelAt: ModelAt): object {
  return {
    model: modelAt(url, model),
    prompt: 'Hello',
    ...(retries !== undefined && { maxRetries: retries }),
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
  };
}

interface ApiCallError extends Error {
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
  readonly data?: Frame;
}

/** What a provider sent, by itself or inside something. */
interface Frame {
  readonly type?: string;
  readonly code?: string | null;
  readonly error?: Frame;
  readonly response?: { readonly error?: Frame };
}

/** What is thrown, or stands in the part `error` of a stream; after retries, the last of the errors that are wrapped. */
export function aiRaised(error: unknown): Raised {
  const { lastError, reason } = error as { readonly lastError?: unknown; readonly reason?: string };
  if (lastError !== undefined) return { ...aiRaised(lastError), wrapped: `${nameOf(error as Error)}: ${reason}` };
  const { statusCode, data, responseHeaders, responseBody, message } = error as ApiCallError;
  const frame = error instanceof Error ? (data ?? JSON.parse(responseBody ?? '{}')) : error;
  const { type, code } = (frame as Frame).error ?? (frame as Frame).response?.error ?? (frame as Frame);
  const requestId = responseHeaders?.['x-request-id'] ?? responseHeaders?.['request-id'];
  const name = error instanceof Error ? nameOf(error) : 'no error, an object';
  return { name, status: statusCode, type, code, message, requestId };
}

import { type Caller, nameOf, outcomeOf, type Raised } from './caller.ts';
import type { Chunk, Completion } from './openai-caller.ts';
import { model as theModel } from './scripted.ts';

/** As much of the `groq-sdk` package as is used here. */
export interface GroqPackage {
  readonly Groq: new (options: object) => GroqClient;
}

export interface GroqClient {
  readonly chat: { readonly completions: { create(body: object): Promise<Completion> & Promise<AsyncIterable<GroqChunk>> } };
  readonly models: { list(): Promise<{ readonly data: readonly { readonly id: string }[] }> };
}

export interface GroqChunk extends Chunk {
  readonly x_groq?: { readonly usage?: { readonly completion_tokens: number } };
}

export function groqClient({ Groq }: GroqPackage, url: string, retries?: number): GroqClient {
  return new Groq({ apiKey: 'any', baseURL: url, ...(retries !== undefined && { maxRetries: retries }) });
}

export function groqCaller(sdk: GroqPackage): Caller {
  return ({ url, stream, retries, maxTokens, model = theModel }) =>
    outcomeOf(async (notes) => {
      const { completions } = groqClient(sdk, url, retries).chat;
      const ask = { model, messages: [{ role: 'user', content: 'Hello' }], max_tokens: maxTokens };
      if (!stream) notes.text = (await completions.create(ask)).choices[0]?.message.content ?? '';
      else for await (const { choices } of await completions.create({ ...ask, stream })) notes.text += choices[0]?.delta.content ?? '';
    }, raised);
}

type Said = Pick<Raised, 'type' | 'code'>;

/** The body is kept whole; of an event inside a stream what is in its envelope. */
function raised(error: unknown): Raised {
  const { status, message, headers, error: body } = error as Raised & { headers?: Headers; error?: Said & { error?: Said } };
  const { type, code } = body?.error ?? body ?? {};
  return { name: nameOf(error as Error), status, type, code, message, requestId: headers?.get('x-request-id') };
}

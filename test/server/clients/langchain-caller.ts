import { type Caller, outcomeOf, type Raised } from './caller.ts';
import { openaiRaised } from './openai-caller.ts';
import { model as theModel } from './scripted.ts';

/** As much of `@langchain/openai` as is used here. */
export interface LangchainOpenai {
  readonly ChatOpenAI: new (options: object) => ChatModel;
}

export interface ChatModel {
  invoke(input: string): Promise<Message>;
  stream(input: string): Promise<AsyncIterable<Message>>;
  bindTools(tools: readonly object[], options?: object): ChatModel;
  withStructuredOutput(schema: object, options?: object): { invoke(input: string): Promise<unknown> };
}

export interface Message {
  readonly content: string;
  readonly text: string;
  readonly tool_calls?: readonly { readonly name: string; readonly args: unknown }[];
  readonly tool_call_chunks?: readonly { readonly args?: string }[];
  readonly usage_metadata?: { readonly input_tokens: number; readonly output_tokens: number };
}

export function chatModel({ ChatOpenAI }: LangchainOpenai, url: string, options: object = {}): ChatModel {
  return new ChatOpenAI({ model: theModel, apiKey: 'any', configuration: { baseURL: `${url}/v1` }, ...options });
}

export function langchainCaller(langchain: LangchainOpenai, options: object = {}): Caller {
  return ({ url, stream, retries, maxTokens, model = theModel }) =>
    outcomeOf(async (notes) => {
      const client = chatModel(langchain, url, {
        ...options,
        model,
        ...(retries !== undefined && { maxRetries: retries }),
        ...(maxTokens !== undefined && { maxTokens }),
      });
      if (!stream) notes.text = (await client.invoke('Hello')).text;
      else for await (const { text } of await client.stream('Hello')) notes.text += text;
    }, langchainRaised);
}

/** An error of `openai`, or one that has it as its cause. */
function langchainRaised(error: unknown): Raised {
  const { cause } = error as Error;
  const raised = openaiRaised(error);
  return cause === undefined ? raised : { ...openaiRaised(cause), name: raised.name };
}

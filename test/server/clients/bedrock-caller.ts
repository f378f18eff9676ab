import { type Caller, nameOf, outcomeOf, type Raised } from './caller.ts';
import { model as theModel } from './scripted.ts';

/** As much of the `@aws-sdk/client-bedrock-runtime` package, and of its transport over HTTP/1.1, as is used here. */
export interface BedrockPackage {
  readonly BedrockRuntimeClient: new (options: object) => BedrockClient;
  readonly ConverseCommand: new (ask: object) => object;
  readonly ConverseStreamCommand: new (ask: object) => object;
  readonly NodeHttpHandler: new () => object;
}

export interface BedrockClient {
  send(command: object): Promise<ConverseReply & { readonly stream: AsyncIterable<ConverseEvent> }>;
  destroy(): void;
}

export interface ConverseReply {
  readonly output: { readonly message: { readonly content: readonly { readonly text?: string; readonly toolUse?: object }[] } };
  readonly stopReason: string;
  readonly usage: object;
  readonly metrics: { readonly latencyMs: number };
  readonly $metadata: { readonly requestId?: string; readonly attempts: number };
}

export interface ConverseEvent {
  readonly contentBlockStart?: { readonly start: { readonly toolUse?: object } };
  readonly contentBlockDelta?: { readonly delta: { readonly text?: string; readonly toolUse?: { readonly input: string } } };
  readonly messageStop?: { readonly stopReason: string };
  readonly metadata?: { readonly usage: object };
}

export function bedrockClient(sdk: BedrockPackage, endpoint: string, retries?: number): BedrockClient {
  return new sdk.BedrockRuntimeClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
    requestHandler: new sdk.NodeHttpHandler(),
    ...(retries !== undefined && { maxAttempts: retries + 1 }),
  });
}

export const messages = [{ role: 'user', content: [{ text: 'Hello' }] }];

export function bedrockCaller(sdk: BedrockPackage): Caller {
  return ({ url, stream, retries, maxTokens, model: modelId = theModel }) =>
    outcomeOf(async (notes) => {
      const client = bedrockClient(sdk, url, retries);
      try {
        const ask = { modelId, messages, ...(maxTokens !== undefined && { inferenceConfig: { maxTokens } }) };
        if (!stream) {
          const { output } = await client.send(new sdk.ConverseCommand(ask));
          notes.text = output.message.content[0]?.text ?? '';
          return;
        }
        const { stream: events } = await client.send(new sdk.ConverseStreamCommand(ask));
        for await (const event of events) {
          notes.events.push(Object.keys(event)[0] ?? '');
          notes.text += event.contentBlockDelta?.delta.text ?? '';
        }
      } finally {
        client.destroy();
      }
    }, raised);
}

/** Its names are the errors'; a status is in what it knows of the reply. */
function raised(error: unknown): Raised {
  const { message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number; requestId?: string } };
  const { httpStatusCode: status, requestId } = $metadata ?? {};
  return { name: nameOf(error as Error), status, type: undefined, code: undefined, message, requestId };
}

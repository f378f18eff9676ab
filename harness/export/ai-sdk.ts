import type { Exporter } from './exporter.ts';
import { underSdk } from './under-sdk.ts';

const code = `/** A provider of the AI SDK; spread \`once\` into each call, so that the ai package does not send again by itself. */
export function createProvider(options: NonNullable<Parameters<typeof createOpenAI>[0]> = {}): ReturnType<typeof createOpenAI> {
  return createOpenAI({ ...options, fetch: createFetch(options.fetch as typeof fetch | undefined) as typeof fetch });
}

export const noRetries = { maxRetries: 0 } as const;`;

/** The Vercel AI SDK. */
export const aiSdk: Exporter = {
  name: 'ai-sdk',
  summary: 'createProvider() makes a provider of @ai-sdk/openai whose fetch has the strategy in it',
  write: (strategy) =>
    underSdk(
      strategy,
      'createProvider() makes a provider of @ai-sdk/openai: generateText({ model: provider.chat(name), ...noRetries, … }).',
      {
        imports: "import { createOpenAI } from '@ai-sdk/openai';",
        code,
      },
    ),
};

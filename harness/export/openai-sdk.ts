import type { Exporter } from './exporter.ts';
import { underSdk } from './under-sdk.ts';

const code = `/** A client of the openai package that leaves retries to the strategy. */
export function createOpenAI(options: ConstructorParameters<typeof OpenAI>[0] = {}): OpenAI {
  const { fetch: inner } = options as { fetch?: typeof fetch };
  return new OpenAI({ ...options, maxRetries: 0, timeout: longestTimerMs, fetch: createFetch(inner) });
}`;

/** The openai package. */
export const openaiSdk: Exporter = {
  name: 'openai-sdk',
  summary: 'createOpenAI() makes a client of the openai package whose fetch has the strategy in it',
  write: (strategy) =>
    underSdk(strategy, 'createOpenAI() makes a client of the openai package.', { imports: "import OpenAI from 'openai';", code }),
};

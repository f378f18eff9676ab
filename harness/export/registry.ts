import { aiSdk } from './ai-sdk.ts';
import type { Exporter } from './exporter.ts';
import { litellm } from './litellm.ts';
import { openaiSdk } from './openai-sdk.ts';
import { pRetry } from './p-retry.ts';
import { typescript } from './typescript.ts';

/** Everything that a strategy can be exported to, by name. */
export const exporters = {
  typescript,
  'openai-sdk': openaiSdk,
  'ai-sdk': aiSdk,
  'p-retry': pRetry,
  litellm,
} satisfies Readonly<Record<string, Exporter>>;

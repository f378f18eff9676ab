import { beforeAll, describe } from 'vitest';
import { newerClientModule } from '../../clients.ts';
import type { Ai, AnthropicProvider, OpenaiProvider } from '../ai-caller.ts';
import { testAiMessages } from '../ai-messages-suite.ts';
import { type AiPackages, testAiChat } from '../ai-suite.ts';

let packages: AiPackages;
beforeAll(async () => {
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  packages = {
    ai: await newerClientModule<Ai>('ai', 'dist/index.js'),
    openai: await newerClientModule<OpenaiProvider>('@ai-sdk/openai', 'dist/index.js'),
    anthropic: await newerClientModule<AnthropicProvider>('@ai-sdk/anthropic', 'dist/index.js'),
  };
});

describe('ai 7.0.173', () => {
  const part = (status: number) => ({ name: 'AI_StreamProviderError', status });
  testAiChat(() => packages, part);
  testAiMessages(() => packages, part);
});

import { beforeAll, describe } from 'vitest';
import { newerClientModule } from '../../clients.ts';
import type { Ai, AnthropicProvider, OpenaiProvider } from '../ai-caller.ts';
import { testAiMessages } from '../ai-messages-suite.ts';
import { type AiMajor, type AiPackages, testAiOpenai } from '../ai-suite.ts';

let packages: AiPackages;
beforeAll(async () => {
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  packages = {
    ai: await newerClientModule<Ai>('ai', 'dist/index.js'),
    openai: await newerClientModule<OpenaiProvider>('@ai-sdk/openai', 'dist/index.js'),
    anthropic: await newerClientModule<AnthropicProvider>('@ai-sdk/anthropic', 'dist/index.js'),
  };
});

const part = { name: 'AI_StreamProviderError', status: 503 };

const major: AiMajor = {
  name: 'ai7',
  parts: { chat: part, responses: part, messages: { ...part, status: 529 } },
  // It looks out for an error until 50 ms after response.in_progress.
  late: { name: part.name, attempts: 1 },
};

describe('ai 7.0.173', () => {
  testAiOpenai(() => packages, major);
  testAiMessages(() => packages, major);
});

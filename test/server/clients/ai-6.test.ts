import { beforeAll, describe } from 'vitest';
import { clientModule } from '../clients.ts';
import type { Ai, AnthropicProvider, OpenaiProvider } from './ai-caller.ts';
import { testAiMessages } from './ai-messages-suite.ts';
import { type AiMajor, type AiPackages, testAiOpenai } from './ai-suite.ts';

let packages: AiPackages;
beforeAll(async () => {
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  packages = {
    ai: await clientModule<Ai>('ai', 'dist/index.mjs'),
    openai: await clientModule<OpenaiProvider>('@ai-sdk/openai', 'dist/index.mjs'),
    anthropic: await clientModule<AnthropicProvider>('@ai-sdk/anthropic', 'dist/index.mjs'),
  };
});

// What the provider sent; over Responses with the status that it stands for.
const part = { name: 'no error, an object', status: undefined };

const major: AiMajor = {
  name: 'ai6',
  parts: { chat: part, responses: { ...part, status: 503 }, messages: part },
  // It looks out for an error until the first output, however long that takes.
  late: { name: 'AI_APICallError', attempts: 3 },
};

describe('ai 6.0.326', () => {
  testAiOpenai(() => packages, major);
  testAiMessages(() => packages, major);
});

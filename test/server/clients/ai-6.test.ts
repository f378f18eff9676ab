import { beforeAll, describe } from 'vitest';
import { clientModule } from '../clients.ts';
import type { Ai, AnthropicProvider, OpenaiProvider } from './ai-caller.ts';
import { type AiPackages, testAi } from './ai-suite.ts';

let packages: AiPackages;
beforeAll(async () => {
  packages = {
    ai: await clientModule<Ai>('ai', 'dist/index.mjs'),
    openai: await clientModule<OpenaiProvider>('@ai-sdk/openai', 'dist/index.mjs'),
    anthropic: await clientModule<AnthropicProvider>('@ai-sdk/anthropic', 'dist/index.mjs'),
  };
});

describe('ai 6.0.326', () => {
  testAi(() => packages);
});

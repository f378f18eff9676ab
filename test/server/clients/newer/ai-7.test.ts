import { beforeAll, describe } from 'vitest';
import { newerClientModule } from '../../clients.ts';
import type { Ai, AnthropicProvider, OpenaiProvider } from '../ai-caller.ts';
import { type AiPackages, testAi } from '../ai-suite.ts';

let packages: AiPackages;
beforeAll(async () => {
  packages = {
    ai: await newerClientModule<Ai>('ai', 'dist/index.js'),
    openai: await newerClientModule<OpenaiProvider>('@ai-sdk/openai', 'dist/index.js'),
    anthropic: await newerClientModule<AnthropicProvider>('@ai-sdk/anthropic', 'dist/index.js'),
  };
});

describe('ai 7.0.173', () => {
  testAi(() => packages);
});

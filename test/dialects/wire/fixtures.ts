import type { Fixture } from './fixture.ts';
import { anthropicFixtures } from './fixtures/anthropic.ts';
import { azureFixtures } from './fixtures/azure.ts';
import { bedrockFixtures } from './fixtures/bedrock.ts';
import { deepseekFixtures } from './fixtures/deepseek.ts';
import { geminiFixtures } from './fixtures/gemini.ts';
import { groqFixtures } from './fixtures/groq.ts';
import { mistralFixtures } from './fixtures/mistral.ts';
import { ollamaFixtures } from './fixtures/ollama.ts';
import { openaiFixtures } from './fixtures/openai.ts';
import { openrouterFixtures } from './fixtures/openrouter.ts';
import { tgiFixtures } from './fixtures/tgi.ts';
import { vllmFixtures } from './fixtures/vllm.ts';

/** The bytes of each of them. */
export const fixtures: readonly Fixture[] = [
  ...openaiFixtures,
  ...azureFixtures,
  ...anthropicFixtures,
  ...geminiFixtures,
  ...bedrockFixtures,
  ...mistralFixtures,
  ...groqFixtures,
  ...deepseekFixtures,
  ...openrouterFixtures,
  ...vllmFixtures,
  ...tgiFixtures,
  ...ollamaFixtures,
];

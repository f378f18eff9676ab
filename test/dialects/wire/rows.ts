import type { Row } from './fixture.ts';
import { anthropicRows } from './rows/anthropic.ts';
import { azureRows } from './rows/azure.ts';
import { bedrockRows } from './rows/bedrock.ts';
import { deepseekRows } from './rows/deepseek.ts';
import { geminiRows } from './rows/gemini.ts';
import { groqRows } from './rows/groq.ts';
import { mistralRows } from './rows/mistral.ts';
import { ollamaRows } from './rows/ollama.ts';
import { openaiRows } from './rows/openai.ts';
import { openrouterRows } from './rows/openrouter.ts';
import { tgiRows } from './rows/tgi.ts';
import { vllmRows } from './rows/vllm.ts';

/** Every shape of an error that some provider is known to send. */
export const rows: readonly Row[] = [
  ...openaiRows,
  ...azureRows,
  ...anthropicRows,
  ...geminiRows,
  ...bedrockRows,
  ...mistralRows,
  ...groqRows,
  ...deepseekRows,
  ...openrouterRows,
  ...vllmRows,
  ...tgiRows,
  ...ollamaRows,
];

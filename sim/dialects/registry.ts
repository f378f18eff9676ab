import type { Registry } from '../kernel/plugin.ts';
import { createNamed, createTagged } from '../kernel/tagged.ts';
import { anthropic } from './anthropic/anthropic.ts';
import { azure } from './azure/azure.ts';
import { bedrock } from './bedrock/bedrock.ts';
import { deepseek } from './deepseek/deepseek.ts';
import type { Dialect } from './dialect.ts';
import type { DialectSpec } from './dialect-spec.ts';
import { gemini } from './gemini/gemini.ts';
import { groq } from './groq/groq.ts';
import { mistral } from './mistral/mistral.ts';
import { ollama } from './ollama/ollama.ts';
import { openai } from './openai/openai.ts';
import { openaiResponses } from './openai-responses/openai-responses.ts';
import { openrouter } from './openrouter/openrouter.ts';
import { tgi } from './tgi/tgi.ts';
import { vllm } from './vllm/vllm.ts';

/** Every dialect a provider can speak, by the name a scenario gives it. */
export const dialects = {
  openai,
  'openai-responses': openaiResponses,
  azure,
  anthropic,
  gemini,
  bedrock,
  mistral,
  groq,
  deepseek,
  openrouter,
  vllm,
  tgi,
  ollama,
} satisfies Registry<Dialect>;

export type DialectName = keyof typeof dialects;

/** Those with their defaults; a dialect has no state. */
const plain = new Map<string, Dialect>();

/** The dialect that a scenario names, with its options as they are decoded; without them with its defaults. */
export function dialectOf(spec: DialectSpec): Dialect {
  const all: Registry<Dialect> = dialects;
  if (typeof spec === 'object') return createTagged(all, spec, undefined);
  let dialect = plain.get(spec);
  if (dialect === undefined) {
    const plugin = Object.hasOwn(all, spec) ? all[spec] : undefined;
    dialect = createNamed(all, spec, plugin?.options.parse({}), undefined);
    plain.set(spec, dialect);
  }
  return dialect;
}

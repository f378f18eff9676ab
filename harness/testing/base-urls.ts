import type { DialectName } from '../../sim/dialects/registry.ts';

/**
 * What the provider's own package takes as its base URL, behind the address of the server: where its paths begin. The
 * openai package is the usual one for interfaces that write as OpenAI does.
 */
export const basePaths = {
  openai: '/v1',
  'openai-responses': '/v1',
  azure: '',
  anthropic: '',
  gemini: '',
  bedrock: '',
  mistral: '',
  groq: '',
  deepseek: '',
  openrouter: '/api/v1',
  vllm: '/v1',
  tgi: '/v1',
  ollama: '',
} satisfies Record<DialectName, string>;

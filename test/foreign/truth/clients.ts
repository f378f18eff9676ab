import type { DialectName } from '../../../sim/dialects/registry.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import type { Client } from './script.ts';

const dialects: Readonly<Record<string, DialectName>> = { anthropic: 'anthropic', 'google-genai': 'gemini', bedrock: 'bedrock' };

const names = [
  'openai',
  'anthropic',
  'ai-sdk',
  'google-genai',
  'bedrock',
  'langchain',
  'axios',
  'got',
  'undici',
  'fetch',
  'p-retry',
  'cockatiel',
  'opossum',
  'bottleneck',
  'p-queue',
];

/** The modules of `examples/clients/`. */
export const clients: readonly Client[] = names.map((name) => ({
  name,
  file: packagePath('examples', 'clients', `${name}.mjs`),
  dialect: dialects[name] ?? 'openai',
}));

import { fileURLToPath } from 'node:url';
import type { PresetName } from '../../../harness/strategy/presets/registry.ts';
import type { DialectName } from '../../../sim/dialects/registry.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import type { Client } from '../truth/script.ts';

/** A package and the preset that does the same. */
export interface Twin extends Client {
  readonly preset: PresetName;
  /** Its `Math.random()` shortens waits, where the preset's luck lengthens them. */
  readonly mirrored?: true;
  /** When its caller gives up, ms, where it goes on for long: what comes after is not looked at. */
  readonly limitMs?: number;
  /** Meetings at which they are known to differ, which the preset's `lacks` says. */
  readonly differ?: readonly string[];
}

const example = (name: string): string => packagePath('examples', 'clients', `${name}.mjs`);
const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}.mjs`, import.meta.url));

function twin(name: string, preset: PresetName, file: string, dialect: DialectName = 'openai'): Twin {
  return { name, preset, file, dialect };
}

export const twins: readonly Twin[] = [
  { ...twin('openai-4', 'openai-node-4', fixture('openai-4')), mirrored: true },
  { ...twin('openai', 'openai-node-6', example('openai')), mirrored: true },
  { ...twin('anthropic', 'anthropic-sdk-1', example('anthropic'), 'anthropic'), mirrored: true },
  twin('ai-sdk', 'vercel-ai-sdk', example('ai-sdk')),
  twin('google-genai', 'google-genai', example('google-genai'), 'gemini'),
  twin('google-genai-retry', 'google-genai-retry', fixture('google-genai-retry'), 'gemini'),
  { ...twin('bedrock', 'aws-sdk-standard', example('bedrock'), 'bedrock'), differ: ['a lost connection'] },
  { ...twin('langchain', 'langchain-js', example('langchain')), differ: ['503 that asks for 3 s'] },
  { ...twin('p-retry', 'p-retry', fixture('p-retry-alone')), limitMs: 40_000 },
  twin('cockatiel', 'cockatiel', example('cockatiel')),
  twin('opossum', 'opossum', fixture('opossum-alone')),
  twin('bottleneck', 'bottleneck', example('bottleneck')),
  twin('got', 'got', example('got')),
  twin('undici', 'undici-retry-agent', example('undici')),
];

/** Those that need Node 22 or newer. */
export const newerTwins: readonly Twin[] = [
  { ...twin('openai-7', 'openai-node-7', fixture('openai-7')), mirrored: true },
  twin('ai-sdk-7', 'vercel-ai-sdk', fixture('ai-sdk-7')),
];

import { basePaths } from '../../testing/base-urls.ts';
import { servedName } from './served-name.ts';

const at = (dialect: keyof typeof basePaths): string => `http://${servedName}/${dialect}${basePaths[dialect]}`;

/** What packages look for in the environment: the simulated provider, and keys that open nothing. */
export const packageVariables: Readonly<Record<string, string>> = {
  OPENAI_API_KEY: 'none',
  OPENAI_BASE_URL: at('openai'),
  ANTHROPIC_API_KEY: 'none',
  ANTHROPIC_BASE_URL: at('anthropic'),
  GEMINI_API_KEY: 'none',
  GROQ_API_KEY: 'none',
  GROQ_BASE_URL: at('groq'),
  MISTRAL_API_KEY: 'none',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'none',
  AWS_SECRET_ACCESS_KEY: 'none',
};

import { describe } from 'vitest';
import { type Ai, type AnthropicProvider, aiCaller, chatAt, type OpenaiProvider } from './ai-caller.ts';
import { testErrors } from './error-suite.ts';
import { hints } from './expected/hints.ts';
import { openaiErrors } from './expected/openai-errors.ts';
import { openaiBody } from './openai-suite.ts';
import { testRetries } from './retry-suite.ts';
import { aiWait } from './waits.ts';

export interface AiPackages {
  readonly ai: Ai;
  readonly openai: OpenaiProvider;
  readonly anthropic: AnthropicProvider;
}

/** Where `ai` sleeps between attempts. */
const sleeps = /\/node_modules\/@ai-sdk\/provider-utils\//;

/** What every major version of `ai` does alike. */
export function testAi(packages: () => AiPackages): void {
  const caller = () => aiCaller(packages().ai, chatAt(packages().openai));

  describe('D18: chat completions raise every published error', () => {
    testErrors({
      caller,
      rows: openaiErrors.map(({ ai: fate, ...row }) => ({ ...row, body: openaiBody(row), ...fate })),
      sleeps,
      waits: () => [0, 1].map((n) => aiWait(n)),
      wrapped: 'AI_RetryError: maxRetriesExceeded',
    });
  });

  testRetries({
    caller,
    sleeps,
    hints: hints.map((hint) => [hint.headers, hint.ai]),
    shouldRetry: 'ai',
    waits: aiWait,
    retries: 2,
  });
}

import { describe } from 'vitest';
import { testErrors } from './error-suite.ts';
import { type Hint, hints } from './expected/hints.ts';
import { openaiErrors } from './expected/openai-errors.ts';
import { chatCaller, type OpenaiPackage } from './openai-caller.ts';
import { testRetries } from './retry-suite.ts';
import { openaiWait } from './waits.ts';

const sleeps = /\/node_modules\/openai\/internal\/utils\/sleep\.mjs/;

/** What every major version of `openai` does; they differ in which hints they take. */
export function testOpenai(openai: () => OpenaiPackage, version: keyof Hint & `openai${number}`): void {
  const caller = () => chatCaller(openai());

  describe('D18: chat completions raise every published error', () => {
    testErrors({
      caller,
      rows: openaiErrors.map(({ openai: fate, ...row }) => ({ ...row, body: openaiBody(row), ...fate })),
      sleeps,
      waits: () => [0, 1].map((n) => openaiWait(n)),
    });
  });

  testRetries({
    caller,
    sleeps,
    hints: hints.map((hint) => [hint.headers, hint[version]]),
    shouldRetry: 'openai',
    waits: openaiWait,
    retries: 2,
  });
}

export function openaiBody({
  message,
  type,
  code,
}: {
  readonly message: string;
  readonly type: string;
  readonly code: string | null;
}): object {
  return { error: { message, type, param: null, code } };
}

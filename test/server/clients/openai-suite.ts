import { describe } from 'vitest';
import { testErrors } from './error-suite.ts';
import { openaiErrors } from './expected/openai-errors.ts';
import { chatCaller, type OpenaiPackage } from './openai-caller.ts';
import { openaiWait } from './waits.ts';

/** What every major version of `openai` does alike. */
export function testOpenai(openai: () => OpenaiPackage): void {
  describe('D18: chat completions raise every published error', () => {
    testErrors({
      caller: () => chatCaller(openai()),
      rows: openaiErrors.map(({ openai: fate, ...row }) => ({ ...row, body: openaiBody(row), ...fate })),
      sleeps: /\/node_modules\/openai\/internal\/utils\/sleep\.mjs/,
      waits: () => [0, 1].map(openaiWait),
    });
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

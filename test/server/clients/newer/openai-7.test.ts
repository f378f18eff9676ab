import { beforeAll, describe } from 'vitest';
import { newerClientModule } from '../../clients.ts';
import { testOpenaiAnswers } from '../openai-answers-suite.ts';
import type { OpenaiPackage } from '../openai-caller.ts';
import { testOpenai } from '../openai-suite.ts';

let openai: OpenaiPackage;
beforeAll(async () => {
  openai = await newerClientModule<OpenaiPackage>('openai', 'index.mjs');
});

describe('openai 7.59.0', () => {
  testOpenaiAnswers(() => openai);
  testOpenai(() => openai, 'openai7');
});

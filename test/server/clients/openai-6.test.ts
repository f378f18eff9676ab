import { beforeAll, describe } from 'vitest';
import { clientModule } from '../clients.ts';
import { testOpenaiAnswers } from './openai-answers-suite.ts';
import type { OpenaiPackage } from './openai-caller.ts';
import { testOpenai } from './openai-suite.ts';

let openai: OpenaiPackage;
beforeAll(async () => {
  openai = await clientModule<OpenaiPackage>('openai', 'index.mjs');
});

describe('openai 6.49.0', () => {
  testOpenaiAnswers(() => openai);
  testOpenai(() => openai, 'openai6');
});

import { beforeAll, describe } from 'vitest';
import { newerClientModule } from '../../clients.ts';
import type { LangchainOpenai } from '../langchain-caller.ts';
import { testLangchain } from '../langchain-suite.ts';

let langchain: LangchainOpenai;
beforeAll(async () => {
  langchain = await newerClientModule<LangchainOpenai>('@langchain/openai', 'dist/index.js');
});

describe('@langchain/openai 1.6.0', () => {
  testLangchain(() => langchain);
});

import { z } from 'zod';
import { define } from '../../kernel/plugin.ts';
import type { Dialect } from '../dialect.ts';
import { createErrorTable } from '../error-table.ts';
import { wordsOf } from '../openai/own-words.ts';
import { retryAfterOption } from '../retry-after-option.ts';
import { ollamaApi } from './api.ts';
import { chatLinesCaller } from './chat-lines-caller.ts';
import { ollamaErrors, ollamaShape } from './errors.ts';

const options = z
  .strictObject({ retryAfter: retryAfterOption })
  .describe('Ollama')
  .meta({ examples: [{ retryAfter: true }] });

export const ollama = define<{ readonly retryAfter: boolean }, Dialect>({
  name: 'ollama',
  summary: 'Ollama chats and generations, streamed by default as lines of JSON: it queues; with a full queue it is a 503',
  options,
  examples: [[{ retryAfter: false }, { retryAfter: true }]],
  create({ retryAfter }) {
    const shape = ollamaShape(retryAfter);
    return {
      name: 'ollama',
      keyVariable: 'OLLAMA_API_KEY',
      errors: (model) => createErrorTable(ollamaErrors, shape, model),
      api: ollamaApi(wordsOf(ollamaErrors, shape)),
      caller: chatLinesCaller,
    };
  },
});

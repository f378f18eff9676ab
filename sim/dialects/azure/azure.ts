import { define } from '../../kernel/plugin.ts';
import type { Caller } from '../caller.ts';
import type { Dialect } from '../dialect.ts';
import { createErrorTable } from '../error-table.ts';
import { createChatCaller } from '../openai/chat-caller.ts';
import { createResponsesCaller } from '../openai/responses/responses-caller.ts';
import { azureApi, chatPath, deploymentsPath, responsesPath } from './api.ts';
import { apiVersion, azureErrors } from './errors.ts';
import { type AzureOptions, azureExamples, azureOptions } from './options.ts';
import { azureShape } from './shape.ts';

export const azure = define<AzureOptions, Dialect>({
  name: 'azure',
  summary: 'Azure OpenAI, by deployment or below /openai/v1: high demand is a 429 that names a wait, or too_many_requests inside a stream',
  options: azureOptions,
  examples: azureExamples,
  create(options) {
    const [rows, shape] = [azureErrors(options), azureShape(options)];
    return {
      name: 'azure',
      keyVariable: 'AZURE_OPENAI_API_KEY',
      errors: (model) => createErrorTable(rows, shape, model),
      api: azureApi(options),
      caller: callerOf(options),
    };
  },
});

function callerOf({ interface: called }: AzureOptions): Caller {
  const authorization = (key: string) => ({ 'api-key': key });
  if (called === 'responses') return { ...createResponsesCaller(responsesPath), authorization };
  const chat = createChatCaller(chatPath);
  if (called === 'chat') return { ...chat, authorization };
  return {
    ...chat,
    authorization,
    request(ask) {
      const path = deploymentsPath.replace(':deployment', encodeURIComponent(ask.model));
      return { ...chat.request(ask), path: `${path}?api-version=${apiVersion}` };
    },
  };
}

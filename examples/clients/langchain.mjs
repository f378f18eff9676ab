import { ChatOpenAI } from '@langchain/openai';

/** ChatOpenAI of @langchain/openai as it comes, with at most three calls at a time. */
export function createClient({ baseURL, model }) {
  const chat = new ChatOpenAI({ model, apiKey: 'none', configuration: { baseURL }, maxConcurrency: 3 });
  return async ({ messages, stream }, { signal }) => {
    if (!stream) return (await chat.invoke(messages, { signal })).text;
    let text = '';
    for await (const chunk of await chat.stream(messages, { signal })) text += chunk.text;
    return text;
  };
}

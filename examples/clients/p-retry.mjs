import OpenAI from 'openai';
import pRetry from 'p-retry';

/** p-retry with three retries around the openai package, which sends each of the four up to three times. */
export function createClient({ baseURL }) {
  const openai = new OpenAI({ baseURL, apiKey: 'none' });
  return ({ model, messages, maxTokens, stream }, { signal }) => {
    const body = { model, messages, max_completion_tokens: maxTokens };
    const ask = async () => {
      if (!stream) return (await openai.chat.completions.create(body, { signal })).choices[0].message.content;
      let text = '';
      const chunks = await openai.chat.completions.create({ ...body, stream }, { signal });
      for await (const { choices } of chunks) text += choices[0]?.delta.content ?? '';
      return text;
    };
    return pRetry(ask, { retries: 3, signal });
  };
}

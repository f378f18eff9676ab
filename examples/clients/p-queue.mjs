import OpenAI from 'openai';
import PQueue from 'p-queue';

/** p-queue around the openai package: at most three at a time, each of which holds its place while the package backs off. */
export function createClient({ baseURL }) {
  const openai = new OpenAI({ baseURL, apiKey: 'none' });
  const queue = new PQueue({ concurrency: 3 });
  return ({ model, messages, maxTokens, stream }, { signal }) => {
    const body = { model, messages, max_completion_tokens: maxTokens };
    const ask = async () => {
      if (!stream) return (await openai.chat.completions.create(body, { signal })).choices[0].message.content;
      let text = '';
      const chunks = await openai.chat.completions.create({ ...body, stream }, { signal });
      for await (const { choices } of chunks) text += choices[0]?.delta.content ?? '';
      return text;
    };
    return queue.add(ask, { signal });
  };
}

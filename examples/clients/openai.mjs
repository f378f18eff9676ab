import OpenAI from 'openai';

/** The openai package as it comes. */
export function createClient({ baseURL }) {
  const openai = new OpenAI({ baseURL, apiKey: 'none' });
  return async ({ model, messages, maxTokens, stream }, { signal }) => {
    const body = { model, messages, max_completion_tokens: maxTokens };
    if (!stream) return (await openai.chat.completions.create(body, { signal })).choices[0].message.content;
    let text = '';
    const chunks = await openai.chat.completions.create({ ...body, stream }, { signal });
    for await (const { choices } of chunks) text += choices[0]?.delta.content ?? '';
    return text;
  };
}

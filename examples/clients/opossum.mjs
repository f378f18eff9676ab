import OpenAI from 'openai';
import CircuitBreaker from 'opossum';

/** A circuit breaker of opossum as it comes around the openai package: calls time out after 10 s, what they do goes on. */
export function createClient({ baseURL }) {
  const openai = new OpenAI({ baseURL, apiKey: 'none' });
  const ask = async ({ model, messages, maxTokens, stream }, { signal }) => {
    const body = { model, messages, max_completion_tokens: maxTokens };
    if (!stream) return (await openai.chat.completions.create(body, { signal })).choices[0].message.content;
    let text = '';
    const chunks = await openai.chat.completions.create({ ...body, stream }, { signal });
    for await (const { choices } of chunks) text += choices[0]?.delta.content ?? '';
    return text;
  };
  const breaker = new CircuitBreaker(ask);
  return (request, { signal }) => breaker.fire(request, { signal });
}

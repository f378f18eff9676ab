import Anthropic from '@anthropic-ai/sdk';

/** The @anthropic-ai/sdk package as it comes. */
export function createClient({ baseURL }) {
  const anthropic = new Anthropic({ baseURL, apiKey: 'none' });
  return async ({ model, messages, maxTokens, stream }, { signal }) => {
    const body = { model, messages, max_tokens: maxTokens };
    const message = stream
      ? await anthropic.messages.stream(body, { signal }).finalMessage()
      : await anthropic.messages.create(body, { signal });
    return message.content[0].text;
  };
}

import { createOpenAI } from '@ai-sdk/openai';
import { generateText, streamText } from 'ai';

/** The ai package as it comes. */
export function createClient({ baseURL }) {
  const openai = createOpenAI({ baseURL, apiKey: 'none' });
  return async ({ model, messages, maxTokens, stream }, { signal }) => {
    const call = { model: openai.chat(model), messages, maxOutputTokens: maxTokens, abortSignal: signal };
    if (!stream) return (await generateText(call)).text;
    let text = '';
    // What goes wrong is a part of the stream; nothing is thrown.
    for await (const part of streamText({ ...call, onError: () => {} }).fullStream) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'text-delta') text += part.text;
    }
    return text;
  };
}

import { GoogleGenAI } from '@google/genai';

/** The @google/genai package as it comes. */
export function createClient({ baseURL }) {
  const google = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: baseURL } });
  return async ({ model, prompt, maxTokens, stream }, { signal }) => {
    const call = { model, contents: prompt, config: { maxOutputTokens: maxTokens, abortSignal: signal } };
    if (!stream) return (await google.models.generateContent(call)).text;
    let text = '';
    for await (const chunk of await google.models.generateContentStream(call)) text += chunk.text ?? '';
    return text;
  };
}

import axios from 'axios';
import axiosRetry, { isRetryableError } from 'axios-retry';
import { createParser } from 'eventsource-parser';

/** axios with axios-retry, which by itself retries no POST; its three retries come without a delay. */
export function createClient({ baseURL }) {
  const api = axios.create({ baseURL, headers: { authorization: 'Bearer none' } });
  axiosRetry(api, { retryCondition: isRetryableError });
  return async ({ model, messages, maxTokens, stream }, { signal }) => {
    const body = { model, messages, max_completion_tokens: maxTokens, stream };
    const { data } = await api.post('/chat/completions', body, { signal, responseType: stream ? 'stream' : 'json' });
    if (!stream) return data.choices[0].message.content;
    let text = '';
    const onEvent = (event) => {
      if (event.data !== '[DONE]') text += JSON.parse(event.data).choices[0]?.delta.content ?? '';
    };
    const parser = createParser({ onEvent });
    for await (const chunk of data.setEncoding('utf8')) parser.feed(chunk);
    return text;
  };
}

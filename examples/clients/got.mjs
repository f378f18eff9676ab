import { createParser } from 'eventsource-parser';
import got from 'got';

/** got, which by itself retries no POST; the rest of its retries is as it comes. Streams are not retried. */
export function createClient({ baseURL }) {
  const api = got.extend({ prefixUrl: baseURL, headers: { authorization: 'Bearer none' }, retry: { methods: ['POST'] } });
  return async ({ model, messages, maxTokens, stream }, { signal }) => {
    const options = { json: { model, messages, max_completion_tokens: maxTokens, stream }, signal };
    if (!stream) return (await api.post('chat/completions', options).json()).choices[0].message.content;
    let text = '';
    const onEvent = (event) => {
      if (event.data !== '[DONE]') text += JSON.parse(event.data).choices[0]?.delta.content ?? '';
    };
    const parser = createParser({ onEvent });
    for await (const chunk of api.stream.post('chat/completions', options).setEncoding('utf8')) parser.feed(chunk);
    return text;
  };
}

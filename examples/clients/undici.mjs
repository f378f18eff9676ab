import { EventSourceParserStream } from 'eventsource-parser/stream';
import { Agent, RetryAgent, request } from 'undici';

/** undici with its RetryAgent, which by itself retries no POST; the rest of its retries is as it comes. */
export function createClient({ baseURL }) {
  const dispatcher = new RetryAgent(new Agent(), { methods: ['POST'] });
  const headers = { authorization: 'Bearer none', 'content-type': 'application/json' };
  return async ({ model, messages, maxTokens, stream }, { signal }) => {
    const body = JSON.stringify({ model, messages, max_completion_tokens: maxTokens, stream });
    const reply = await request(`${baseURL}/chat/completions`, { method: 'POST', headers, body, signal, dispatcher });
    if (reply.statusCode !== 200) throw new Error(`status ${reply.statusCode}: ${await reply.body.text()}`);
    if (!stream) return (await reply.body.json()).choices[0].message.content;
    let text = '';
    const events = ReadableStream.from(reply.body).pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    for await (const { data } of events) if (data !== '[DONE]') text += JSON.parse(data).choices[0]?.delta.content ?? '';
    return text;
  };
}

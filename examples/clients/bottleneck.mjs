import Bottleneck from 'bottleneck';
import { EventSourceParserStream } from 'eventsource-parser/stream';

/** bottleneck around fetch: at most three at a time, a retry after a second where a job fails, as its page has it. */
export function createClient({ baseURL, fetch }) {
  const limiter = new Bottleneck({ maxConcurrent: 3 });
  limiter.on('failed', (_error, { retryCount }) => (retryCount < 3 ? 1000 : undefined));
  const ask = async ({ model, messages, maxTokens, stream }, { signal }) => {
    const body = JSON.stringify({ model, messages, max_completion_tokens: maxTokens, stream });
    const headers = { authorization: 'Bearer none', 'content-type': 'application/json' };
    const response = await fetch(`${baseURL}/chat/completions`, { method: 'POST', headers, body, signal });
    if (!response.ok) throw new Error(`status ${response.status}: ${await response.text()}`);
    if (!stream) return (await response.json()).choices[0].message.content;
    let text = '';
    const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    for await (const { data } of events) if (data !== '[DONE]') text += JSON.parse(data).choices[0]?.delta.content ?? '';
    return text;
  };
  return limiter.wrap(ask);
}

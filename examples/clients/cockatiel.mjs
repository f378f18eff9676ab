import { ConsecutiveBreaker, circuitBreaker, ExponentialBackoff, handleAll, retry, wrap } from 'cockatiel';
import { EventSourceParserStream } from 'eventsource-parser/stream';

/** Retries and a circuit breaker of cockatiel, as its page begins with, around fetch. */
export function createClient({ baseURL, fetch }) {
  const retries = retry(handleAll, { maxAttempts: 3, backoff: new ExponentialBackoff() });
  const breaker = circuitBreaker(handleAll, { halfOpenAfter: 10_000, breaker: new ConsecutiveBreaker(5) });
  const policy = wrap(retries, breaker);
  return ({ model, messages, maxTokens, stream }, { signal: leaving }) => {
    const body = JSON.stringify({ model, messages, max_completion_tokens: maxTokens, stream });
    const headers = { authorization: 'Bearer none', 'content-type': 'application/json' };
    const ask = async ({ signal }) => {
      const response = await fetch(`${baseURL}/chat/completions`, { method: 'POST', headers, body, signal });
      if (!response.ok) throw new Error(`status ${response.status}: ${await response.text()}`);
      if (!stream) return (await response.json()).choices[0].message.content;
      let text = '';
      const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
      for await (const { data } of events) if (data !== '[DONE]') text += JSON.parse(data).choices[0]?.delta.content ?? '';
      return text;
    };
    return policy.execute(ask, leaving);
  };
}

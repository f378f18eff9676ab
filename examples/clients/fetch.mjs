import { EventSourceParserStream } from 'eventsource-parser/stream';

/** fetch alone: one attempt. */
export async function client({ model, messages, maxTokens, stream }, { baseURL, fetch, signal }) {
  const response = await fetch(`${baseURL}/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer none', 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages, max_completion_tokens: maxTokens, stream }),
    signal,
  });
  if (!response.ok) throw new Error(`status ${response.status}: ${await response.text()}`);
  if (!stream) return (await response.json()).choices[0].message.content;
  let text = '';
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { data } of events) if (data !== '[DONE]') text += JSON.parse(data).choices[0]?.delta.content ?? '';
  return text;
}

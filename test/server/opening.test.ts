import { expect, test } from 'vitest';
import { listening, oneModel } from './served.ts';

test('a response says that it is in progress with its head, and what it is when there is some of it', async () => {
  const { url } = await listening(oneModel({ slots: 1, firstToken: '300ms', tokensPerSecond: 1000 }));
  const { body } = await fetch(`${url}/openai/v1/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'big', input: 'Hello', stream: true }),
  });
  const types = (text: string): string[] => [...text.matchAll(/^event: (.*)$/gm)].map(([, type]) => String(type));
  const parts: string[][] = [];
  for await (const bytes of body as ReadableStream<Uint8Array>) parts.push(types(new TextDecoder().decode(bytes)));
  expect(parts[0]).toEqual(['response.created', 'response.in_progress']);
  expect(parts.flat().slice(2, 5)).toEqual(['response.output_item.added', 'response.content_part.added', 'response.output_text.delta']);
});

import { describe, expect, test } from 'vitest';
import { schema, tool } from './expected/answers.ts';
import { chatCaller, type OpenaiPackage, openaiClient, responsesCaller } from './openai-caller.ts';
import { model, scripted } from './scripted.ts';

const values = { city: expect.any(String), days: expect.any(Number) };
const messages = [{ role: 'user', content: 'Hello' }];

/** What every major version of `openai` completes: text, a tool's call and JSON, plain and streamed. */
export function testOpenaiAnswers(openai: () => OpenaiPackage): void {
  testChat(openai);
  testResponses(openai);
}

function testChat(openai: () => OpenaiPackage): void {
  const format = { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } };
  const tools = [{ type: 'function', function: { ...tool, parameters: schema } }];

  describe('chat completions', () => {
    test.each([[false], [true]])('complete text, stream %s', async (stream) => {
      const { url, attempts } = await scripted({});
      const { text, raised } = await chatCaller(openai())({ url, stream });
      expect([raised, text.split(' ').length, await attempts()]).toEqual([undefined, 5, 1]);
    });

    test.each([[false], [true]])('complete a tool call, stream %s', async (stream) => {
      const choice = (await complete(openai(), { tools }, stream)).choices[0];
      expect(choice?.finish_reason).toBe('tool_calls');
      expect(choice?.message.tool_calls).toMatchObject([{ type: 'function', function: { name: tool.name } }]);
      expect(JSON.parse(choice?.message.tool_calls?.[0]?.function.arguments ?? '')).toEqual(values);
    });

    test.each([[false], [true]])('complete JSON, stream %s', async (stream) => {
      const { choices, usage } = await complete(openai(), { response_format: format, stream_options: { include_usage: true } }, stream);
      expect(JSON.parse(choices[0]?.message.content ?? '')).toEqual(values);
      expect(usage.completion_tokens).toBe(5);
    });
  });
}

async function complete(openai: OpenaiPackage, ask: object, stream: boolean) {
  const { url } = await scripted({});
  const { completions } = openaiClient(openai, url).chat;
  const { stream_options, ...plain } = { model, messages, ...ask } as { readonly stream_options?: object };
  return stream ? await completions.stream({ ...plain, stream_options }).finalChatCompletion() : await completions.create(plain);
}

function testResponses(openai: () => OpenaiPackage): void {
  const text = { format: { type: 'json_schema', name: 'answer', strict: true, schema } };
  const tools = [{ type: 'function', ...tool, parameters: schema, strict: true }];

  describe('Responses', () => {
    test.each([[false], [true]])('complete text, stream %s', async (stream) => {
      const { url, attempts } = await scripted({});
      const outcome = await responsesCaller(openai())({ url, stream });
      expect([outcome.raised, outcome.text.split(' ').length, await attempts()]).toEqual([undefined, 5, 1]);
      if (stream) expect([outcome.events[0], outcome.events.at(-1)]).toEqual(['response.created', 'response.completed']);
    });

    test.each([[false], [true]])('complete a tool call, stream %s', async (stream) => {
      const { output, status, usage } = await respond(openai(), { tools }, stream);
      expect(output).toMatchObject([{ type: 'function_call', name: tool.name }]);
      expect(JSON.parse(output[0]?.arguments ?? '')).toEqual(values);
      expect([status, usage.output_tokens]).toEqual(['completed', 5]);
    });

    test.each([[false], [true]])('complete JSON, stream %s', async (stream) => {
      const { output_text } = await respond(openai(), { text }, stream);
      expect(JSON.parse(output_text)).toEqual(values);
    });
  });
}

async function respond(openai: OpenaiPackage, ask: object, stream: boolean) {
  const { url } = await scripted({});
  const { responses } = openaiClient(openai, url);
  const body = { model, input: 'Hello', ...ask };
  return stream ? await responses.stream(body).finalResponse() : await responses.create(body);
}

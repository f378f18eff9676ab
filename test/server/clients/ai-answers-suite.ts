import { describe, expect, test } from 'vitest';
import { type Ai, aiCaller, type ModelAt } from './ai-caller.ts';
import { schema, tool } from './expected/answers.ts';
import { model, scripted } from './scripted.ts';

/** What `ai` completes over one interface: text, a tool's call and JSON, plain and streamed. */
export function testAiAnswers(ai: () => Ai, modelAt: () => ModelAt, dialect: string): void {
  describe('completes', () => {
    test.each([[false], [true]])('text, stream %s', async (stream) => {
      const { url, attempts } = await scripted({ dialect });
      const { text, raised } = await aiCaller(ai(), modelAt())({ url, stream });
      expect([raised, text.split(' ').length, await attempts()]).toEqual([undefined, 5, 1]);
    });

    test('text and what it cost', async () => {
      const { url } = await scripted({ dialect });
      const { finishReason, usage } = await ai().generateText({ model: modelAt()(url, model), prompt: 'Hello' });
      expect([finishReason, usage.outputTokens, usage.inputTokens > 0]).toEqual(['stop', 5, true]);
    });

    test.each([[false], [true]])('a tool call, stream %s', async (stream) => {
      const { url } = await scripted({ dialect });
      const { jsonSchema } = ai();
      const weather = ai().tool({ description: tool.description, inputSchema: jsonSchema(schema) });
      const ask = { model: modelAt()(url, model), prompt: 'Hello', tools: { [tool.name]: weather } };
      const { toolCalls, finishReason } = stream ? ai().streamText(ask) : await ai().generateText(ask);
      const input = { city: expect.any(String), days: expect.any(Number) };
      expect(await toolCalls).toMatchObject([{ toolName: tool.name, input }]);
      expect(await finishReason).toBe('tool-calls');
    });

    test.each([[false], [true]])('JSON, stream %s', async (stream) => {
      const { url } = await scripted({ dialect });
      const output = ai().Output.object({ schema: ai().jsonSchema(schema) });
      const ask = { model: modelAt()(url, model), prompt: 'Hello', output };
      const answer = stream ? ai().streamText(ask).output : (await ai().generateText(ask)).output;
      expect(await answer).toEqual({ city: expect.any(String), days: expect.any(Number) });
    });
  });
}

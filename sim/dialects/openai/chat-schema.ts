import { z } from 'zod';
import { each } from '../each.ts';

export const roles = ['system', 'assistant', 'user', 'function', 'tool', 'developer'] as const;

const part = z.object({ type: z.string(), text: z.string().nullish() });

const message = z.object({
  role: z.enum(roles),
  content: z.union([z.string(), z.array(z.unknown()).transform(each(part))]).nullish(),
  name: z.string().nullish(),
});

const named = z.looseObject({ name: z.string().min(1) });

/** Functions alone are called; what else there is is taken and ignored. */
const tool = z.looseObject({
  type: z.string(),
  function: z.looseObject({ name: z.string().min(1), parameters: z.unknown().optional() }).nullish(),
});

const toolChoice = z.looseObject({
  type: z.string(),
  function: named.nullish(),
  allowed_tools: z.looseObject({ mode: z.string(), tools: z.array(z.looseObject({ function: named.nullish() })) }).nullish(),
});

const format = z.looseObject({
  type: z.enum(['text', 'json_object', 'json_schema']),
  json_schema: z.looseObject({ schema: z.unknown().optional() }).nullish(),
});

const bound = z.int().min(1).nullish();

/** What the simulation looks at; everything else that the interface knows is taken and ignored. */
export const chat = z.object({
  model: z.string().min(1),
  messages: z.array(z.unknown()).min(1).transform(each(message)),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  max_tokens: bound,
  max_completion_tokens: bound,
  n: z.literal(1).nullish(),
  tools: z.array(z.unknown()).transform(each(tool)).nullish(),
  tool_choice: z.union([z.string(), toolChoice]).nullish(),
  response_format: format.nullish(),
});

export type ChatRequest = z.output<typeof chat>;

export type ChatMessage = z.output<typeof message>;

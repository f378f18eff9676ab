import { z } from 'zod';
import { each } from '../each.ts';

const block = z.looseObject({ type: z.string(), text: z.string().nullish(), content: z.unknown().optional() });

const blocks = z.union([z.string(), z.array(z.unknown()).transform(each(block))]);

const message = z.looseObject({ role: z.enum(['user', 'assistant', 'system']), content: blocks });

/** Tools that Anthropic runs itself have no schema. */
const tool = z.looseObject({ name: z.string().min(1), input_schema: z.looseObject({}).nullish() });

const format = z.looseObject({ type: z.literal('json_schema'), schema: z.looseObject({}) }).nullish();

/** What the simulation looks at; everything else that the interface knows is taken and ignored. */
export const messageRequest = z.looseObject({
  model: z.string().min(1),
  messages: z.array(z.unknown()).min(1).transform(each(message)),
  max_tokens: z.int().min(1),
  stream: z.boolean().nullish(),
  system: blocks.nullish(),
  tools: z.array(z.unknown()).transform(each(tool)).nullish(),
  tool_choice: z.looseObject({ type: z.enum(['auto', 'any', 'tool', 'none']), name: z.string().nullish() }).nullish(),
  output_config: z.looseObject({ format }).nullish(),
  output_format: format,
});

export type MessageRequest = z.output<typeof messageRequest>;
export type Blocks = z.output<typeof blocks>;

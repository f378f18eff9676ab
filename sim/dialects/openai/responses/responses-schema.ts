import { z } from 'zod';
import { each } from '../../each.ts';

const part = z.looseObject({ type: z.string(), text: z.string().nullish() });

/** A message, a call of a tool, or what a tool said. */
const item = z.looseObject({
  type: z.string().nullish(),
  role: z.enum(['user', 'assistant', 'system', 'developer']).nullish(),
  content: z.union([z.string(), z.array(z.unknown()).transform(each(part))]).nullish(),
  output: z.union([z.string(), z.array(z.unknown()).transform(each(part))]).nullish(),
});

const items = z.array(z.unknown()).min(1).transform(each(item));

/** Text or items; what is wrong with an item is said of the item, not of the choice. */
const input = z.union([z.string(), z.array(z.unknown())]).transform((written, context) => {
  if (typeof written === 'string') return written;
  const { success, data, error } = items.safeParse(written);
  if (success) return data;
  const [first] = error.issues;
  if (first !== undefined) context.addIssue({ ...first });
  return z.NEVER;
});

/** Functions alone are called; what else there is is taken and ignored. */
const tool = z.looseObject({ type: z.string(), name: z.string().min(1).nullish(), parameters: z.unknown().optional() });

const toolChoice = z.looseObject({
  type: z.string(),
  name: z.string().nullish(),
  mode: z.string().nullish(),
  tools: z.array(z.looseObject({ name: z.string().nullish() })).nullish(),
});

const format = z.looseObject({ type: z.enum(['text', 'json_object', 'json_schema']), schema: z.unknown().optional() });

/** What the simulation looks at; everything else that the interface knows is taken and ignored. */
export const responsesBody = z.looseObject({
  model: z.string().min(1),
  input,
  instructions: z.string().nullish(),
  stream: z.boolean().nullish(),
  max_output_tokens: z.int().min(1).nullish(),
  tools: z.array(z.unknown()).transform(each(tool)).nullish(),
  tool_choice: z.union([z.string(), toolChoice]).nullish(),
  text: z.looseObject({ format: format.nullish() }).nullish(),
});

export type ResponsesRequest = z.output<typeof responsesBody>;
export type ResponsesItem = z.output<typeof item>;

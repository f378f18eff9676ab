import { z } from 'zod';
import { each } from '../each.ts';

const roles = ['system', 'assistant', 'user', 'function', 'tool', 'developer'] as const;

const part = z.looseObject({ type: z.string(), text: z.string().nullish() });

const message = z.looseObject({
  role: z.enum(roles),
  content: z.union([z.string(), z.array(z.unknown()).transform(each(part))]).nullish(),
  name: z.string().nullish(),
});

const bound = z.int().min(1).nullish();

/** What the simulation looks at; everything else that the interface knows is taken and ignored. */
export const chat = z.looseObject({
  model: z.string().min(1),
  messages: z.array(z.unknown()).min(1).transform(each(message)),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  max_tokens: bound,
  max_completion_tokens: bound,
  n: z.literal(1).nullish(),
});

export type ChatMessage = z.output<typeof message>;

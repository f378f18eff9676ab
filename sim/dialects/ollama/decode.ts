import { z } from 'zod';
import type { Asked, Call, Wanted } from '../api.ts';
import { each } from '../each.ts';
import type { ErrorReply } from '../error-reply.ts';
import { estimatedTokens } from '../estimated-tokens.ts';
import { problemOf } from '../openai/request-errors.ts';
import { wantedOf } from '../openai/wanted.ts';

type Decoded = Asked | { readonly refused: ErrorReply };

const common = {
  model: z.string().min(1),
  stream: z.boolean().nullish(),
  format: z.unknown().optional(),
  options: z.looseObject({ num_predict: z.int().nullish() }).nullish(),
};

const message = z.looseObject({ role: z.string(), content: z.string().nullish() });
const tool = z.looseObject({ function: z.looseObject({ name: z.string(), parameters: z.unknown().optional() }).nullish() });

/** What the simulation looks at; everything else is taken and ignored. */
const chat = z.looseObject({
  ...common,
  messages: z.array(z.unknown()).transform(each(message)).nullish(),
  tools: z.array(z.unknown()).transform(each(tool)).nullish(),
});
const generation = z.looseObject({ ...common, prompt: z.string().nullish(), system: z.string().nullish() });

/** Reads a chat; it streams unless it says otherwise. */
export function decodeChat({ body }: Call): Decoded {
  const parsed = chat.safeParse(body);
  if (!parsed.success) return { refused: problemOf(parsed.error.issues, body) };
  const { messages, tools, format } = parsed.data;
  const offered = (tools ?? []).flatMap(({ function: one }) => (one == null ? [] : [{ name: one.name, schema: one.parameters }]));
  const hasResult = messages?.at(-1)?.role === 'tool';
  const wanted = wantedOf({ tools: offered, choice: undefined, hasResult, plain: plainOf(format) });
  if ('refused' in wanted) return wanted;
  return askedOf(
    parsed.data,
    (messages ?? []).map(({ content }) => [content ?? '']),
    wanted,
  );
}

/** Reads a generation; it streams unless it says otherwise. */
export function decodeGeneration({ body }: Call): Decoded {
  const parsed = generation.safeParse(body);
  if (!parsed.success) return { refused: problemOf(parsed.error.issues, body) };
  const { prompt, system, format } = parsed.data;
  return askedOf(parsed.data, [[system ?? '', prompt ?? '']], plainOf(format));
}

/** Fewer than 1 is no bound. */
function askedOf({ model, stream, options }: Common, texts: readonly (readonly string[])[], wanted: Wanted): Asked {
  const most = options?.num_predict ?? 0;
  return {
    model,
    stream: stream !== false,
    includeUsage: true,
    inputTokens: estimatedTokens(texts),
    maxTokens: most > 0 ? most : undefined,
    wanted,
  };
}

interface Common {
  readonly model: string;
  readonly stream?: boolean | null | undefined;
  readonly options?: { readonly num_predict?: number | null | undefined } | null | undefined;
}

/** `json`, or a JSON Schema. */
function plainOf(format: unknown): Wanted {
  if (format == null || format === '') return { kind: 'text' };
  return { kind: 'json', schema: typeof format === 'object' ? format : undefined };
}

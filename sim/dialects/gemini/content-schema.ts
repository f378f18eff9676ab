import { z } from 'zod';
import { each } from '../each.ts';

/** Names may be written as in the documentation or as in its protocol: `maxOutputTokens`, `max_output_tokens`. */
function named<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(camelled, schema);
}

function camelled(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name.replace(/_([a-z])/g, (_all, letter) => letter.toUpperCase()), one]),
  );
}

/** One thing stands for a list of it. */
function listOf<Item extends z.ZodType>(item: Item, least = 0) {
  const list = z.array(z.unknown()).min(least).transform(each(item));
  return z.preprocess((value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? [value] : value), list);
}

const part = named(z.looseObject({ text: z.string().nullish(), functionResponse: z.unknown().optional() }));

const content = z.looseObject({ role: z.enum(['user', 'model', 'function']).nullish(), parts: listOf(part, 1) });

const declaration = named(
  z.looseObject({ name: z.string().min(1), parameters: z.unknown().optional(), parametersJsonSchema: z.unknown().optional() }),
);

const tool = named(z.looseObject({ functionDeclarations: listOf(declaration).nullish() }));

const calling = named(
  z.looseObject({
    mode: z.enum(['MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE', 'VALIDATED']).nullish(),
    allowedFunctionNames: z.array(z.string()).nullish(),
  }),
);

/** As large as the protocol's 32 bits. */
const bound = z.int().min(1).max(2_147_483_647).nullish();

const generation = named(
  z.looseObject({
    maxOutputTokens: bound,
    responseMimeType: z.string().nullish(),
    responseSchema: z.unknown().optional(),
    responseJsonSchema: z.unknown().optional(),
  }),
);

/** What the simulation looks at; everything else that the interface knows is taken and ignored. */
export const contentRequest = named(
  z.looseObject({
    contents: listOf(content, 1),
    systemInstruction: z.looseObject({ parts: listOf(part, 1) }).nullish(),
    generationConfig: generation.nullish(),
    tools: listOf(tool).nullish(),
    toolConfig: named(z.looseObject({ functionCallingConfig: calling.nullish() })).nullish(),
  }),
);

export type ContentRequest = z.output<typeof contentRequest>;

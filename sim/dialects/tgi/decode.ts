import { z } from 'zod';
import type { Asked, Call, Wanted } from '../api.ts';
import type { ErrorReply } from '../error-reply.ts';
import { estimatedTokens } from '../estimated-tokens.ts';
import { problemOf } from '../openai/request-errors.ts';
import { bareGeneration, eventStream } from './encode.ts';

/** What the simulation looks at; everything else is taken and ignored. `model` is ours: a real server has one. */
const generation = z.looseObject({
  inputs: z.string(),
  model: z.string().min(1).nullish(),
  parameters: z
    .looseObject({
      max_new_tokens: z.int().min(1).nullish(),
      details: z.boolean().nullish(),
      grammar: z.looseObject({ type: z.string(), value: z.unknown().optional() }).nullish(),
    })
    .nullish(),
});

/** Reads a request for a generation, or says what is wrong with it. */
export function decodeGeneration({ body }: Call, stream: boolean): Asked | { readonly refused: ErrorReply } {
  const parsed = generation.safeParse(body);
  if (!parsed.success) return { refused: problemOf(parsed.error.issues, body) };
  const { inputs, model, parameters } = parsed.data;
  return {
    model: named(model),
    stream,
    includeUsage: true,
    inputTokens: estimatedTokens([[inputs]]),
    maxTokens: parameters?.max_new_tokens ?? undefined,
    wanted: wantedOf(parameters?.grammar),
    ...(parameters?.details !== true && { written: { streamType: eventStream, answer: bareGeneration } }),
  };
}

/** `tgi` is what clients write that have to name a model. */
export function named(model: string | null | undefined): string | undefined {
  return model == null || model === 'tgi' ? undefined : model;
}

function wantedOf(grammar: { readonly type: string; readonly value?: unknown } | null | undefined): Wanted {
  return grammar?.type === 'json' || grammar?.type === 'json_schema' ? { kind: 'json', schema: grammar.value } : { kind: 'text' };
}

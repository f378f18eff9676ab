import { z } from 'zod';
import type { Asked, Call, Wanted } from '../api.ts';
import { each } from '../each.ts';
import type { ErrorReply } from '../error-reply.ts';
import { estimatedTokens } from '../estimated-tokens.ts';
import { problemOf } from '../openai/request-errors.ts';
import { type Wishes, wantedOf } from '../openai/wanted.ts';
import { fieldsOf, parsedJson } from '../reading/fields.ts';

const block = z.looseObject({ text: z.string().nullish(), toolResult: z.unknown().optional() });
const blocks = z.array(z.unknown()).transform(each(block));
const message = z.looseObject({ role: z.enum(['user', 'assistant', 'system']), content: blocks });
const tool = z.looseObject({
  toolSpec: z.looseObject({ name: z.string(), inputSchema: z.looseObject({ json: z.unknown().optional() }).nullish() }).nullish(),
});

/** What the simulation looks at; everything else that the interface knows is taken and ignored. */
const conversation = z.looseObject({
  messages: z.array(z.unknown()).min(1).transform(each(message)),
  system: blocks.nullish(),
  inferenceConfig: z.looseObject({ maxTokens: z.int().min(1).nullish() }).nullish(),
  toolConfig: z
    .looseObject({
      tools: z.array(z.unknown()).transform(each(tool)),
      toolChoice: z.looseObject({ any: z.unknown().optional(), tool: z.looseObject({ name: z.string() }).nullish() }).nullish(),
    })
    .nullish(),
  outputConfig: z
    .looseObject({
      textFormat: z
        .looseObject({ structure: z.looseObject({ jsonSchema: z.looseObject({ schema: z.string() }).nullish() }).nullish() })
        .nullish(),
    })
    .nullish(),
});

type Conversation = z.output<typeof conversation>;

/** Reads a request to converse with the model that its path names, or says what is wrong with it. */
export function decodeConverse({ params, body }: Call, stream: boolean): Asked | { readonly refused: ErrorReply } {
  const parsed = conversation.safeParse(body);
  if (!parsed.success) return { refused: problemOf(parsed.error.issues, body) };
  const { messages, system, inferenceConfig } = parsed.data;
  const wanted = wantedOf(wishOf(parsed.data));
  if ('refused' in wanted) return wanted;
  const texts = [...(system == null ? [] : [system]), ...messages.map(({ content }) => content)];
  return {
    model: params.model ?? '',
    stream,
    includeUsage: true,
    inputTokens: estimatedTokens(texts.map((parts) => parts.map(({ text }) => text ?? ''))),
    maxTokens: inferenceConfig?.maxTokens ?? undefined,
    wanted,
  };
}

function wishOf({ messages, toolConfig, outputConfig }: Conversation): Wishes {
  const choice = toolConfig?.toolChoice;
  return {
    tools: (toolConfig?.tools ?? []).flatMap(({ toolSpec: one }) =>
      one == null ? [] : [{ name: one.name, schema: one.inputSchema?.json }],
    ),
    choice: choice?.tool ?? (choice?.any == null ? undefined : 'required'),
    hasResult: messages.at(-1)?.content.some(({ toolResult }) => toolResult != null) === true,
    plain: plainOf(outputConfig),
  };
}

/** The schema is a text of its own. */
function plainOf(config: Conversation['outputConfig']): Wanted {
  const schema = config?.textFormat?.structure?.jsonSchema?.schema;
  return schema === undefined ? { kind: 'text' } : { kind: 'json', schema: fieldsOf(parsedJson(schema)) };
}

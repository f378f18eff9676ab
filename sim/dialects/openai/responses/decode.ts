import type { Asked, Wanted } from '../../api.ts';
import type { ErrorReply } from '../../error-reply.ts';
import { estimatedTokens } from '../../estimated-tokens.ts';
import { problemOf } from '../request-errors.ts';
import { type Wishes, wantedOf } from '../wanted.ts';
import { type ResponsesItem, type ResponsesRequest, responsesBody } from './responses-schema.ts';

/** Reads the body of a request for a response; what is wrong with it is said one thing at a time. */
export function decodeResponses(
  body: unknown,
): { readonly asked: Asked; readonly request: ResponsesRequest } | { readonly refused: ErrorReply } {
  const parsed = responsesBody.safeParse(body);
  if (!parsed.success) return { refused: problemOf(parsed.error.issues, body) };
  const request = parsed.data;
  const wanted = wantedOf(wishOf(request));
  if ('refused' in wanted) return wanted;
  const { model, stream, max_output_tokens } = request;
  const asked: Asked = {
    model,
    stream: stream === true,
    includeUsage: true,
    inputTokens: inputTokensOf(request),
    maxTokens: max_output_tokens ?? undefined,
    wanted,
  };
  return { asked, request };
}

/** Instructions are a message of their own. */
function inputTokensOf({ input, instructions }: ResponsesRequest): number {
  const messages = typeof input === 'string' ? [[input]] : input.map(textsOf);
  return estimatedTokens(instructions == null ? messages : [[instructions], ...messages]);
}

function textsOf({ content, output }: ResponsesItem): readonly string[] {
  return [content, output].flatMap((one) => (typeof one === 'string' ? [one] : (one ?? []).map(({ text }) => text ?? '')));
}

function wishOf({ input, tools, tool_choice, text }: ResponsesRequest): Wishes {
  const choice = tool_choice ?? undefined;
  const last = typeof input === 'string' ? undefined : input.at(-1);
  return {
    tools: (tools ?? []).flatMap(({ type, name, parameters }) =>
      type !== 'function' || name == null ? [] : [{ name, schema: parameters }],
    ),
    choice: typeof choice === 'object' ? chosen(choice) : choice,
    allowed: typeof choice === 'object' ? choice.tools?.flatMap(({ name }) => name ?? []) : undefined,
    hasResult: last?.type?.endsWith('_call_output') === true,
    plain: plainOf(text?.format),
  };
}

/** A function by its name, a mode beside some tools, or a tool of the provider's own, which is never called. */
function chosen({ type, name, mode }: Exclude<NonNullable<ResponsesRequest['tool_choice']>, string>): Wishes['choice'] {
  if (type === 'function' && name != null) return { name };
  return type === 'allowed_tools' ? (mode ?? 'auto') : 'none';
}

function plainOf(format: NonNullable<ResponsesRequest['text']>['format']): Wanted {
  if (format == null || format.type === 'text') return { kind: 'text' };
  return { kind: 'json', schema: format.type === 'json_schema' ? format.schema : undefined };
}

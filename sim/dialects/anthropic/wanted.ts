import type { Wanted } from '../api.ts';
import type { MessageRequest } from './message-schema.ts';

/** What the answer is to be, or what is wrong with the wish. */
export function wantedOf(request: MessageRequest): Wanted | { readonly wrong: string } {
  const { tool_choice, output_config, output_format } = request;
  const format = output_config?.format ?? output_format;
  const plain: Wanted = format == null ? { kind: 'text' } : { kind: 'json', schema: format.schema };
  const tools = (request.tools ?? []).filter(({ input_schema }) => input_schema != null);
  const choice = tool_choice?.type ?? 'auto';
  if (choice === 'none') return plain;
  if (choice === 'tool' || choice === 'any') {
    if ((request.tools ?? []).length === 0) return { wrong: 'tool_choice: may only be specified while providing tools' };
    const named = choice === 'any' ? tools[0] : tools.find(({ name }) => name === tool_choice?.name);
    if (named === undefined) return choice === 'any' ? plain : { wrong: 'tool_choice: the named tool is not among the tools' };
    return { kind: 'tool', name: named.name, schema: named.input_schema };
  }
  // Left to choose, it calls the first tool and answers when it has heard from it.
  const [first] = tools;
  return first === undefined || hasResult(request) ? plain : { kind: 'tool', name: first.name, schema: first.input_schema };
}

function hasResult({ messages }: MessageRequest): boolean {
  const content = messages.at(-1)?.content;
  return Array.isArray(content) && content.some(({ type }) => type === 'tool_result');
}

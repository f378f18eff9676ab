import type { Wanted } from '../api.ts';
import type { ErrorReply } from '../error-reply.ts';
import { invalidRequest, shortened } from './request-errors.ts';

/** A function that the caller offers, with the JSON Schema of its arguments. */
export interface OfferedTool {
  readonly name: string;
  readonly schema: unknown;
}

export interface Wishes {
  readonly tools: readonly OfferedTool[];
  /** As written; undefined: `auto`. */
  readonly choice: string | { readonly name: string } | undefined;
  /** Names of the tools that alone may be called; undefined: all of them. */
  readonly allowed?: readonly string[] | undefined;
  /** The conversation ends with what a tool said. */
  readonly hasResult: boolean;
  /** What an answer without a tool is. */
  readonly plain: Wanted;
}

const choices = ['none', 'auto', 'required'];

/**
 * What the answer is to be. `required` and a name call a tool, the first one or that one; `auto` calls the first one, and
 * answers once it has heard from a tool; `none` calls none. UNVERIFIED: what is said of a choice that cannot be.
 */
export function wantedOf({ tools, choice = 'auto', allowed, hasResult, plain }: Wishes): Wanted | { readonly refused: ErrorReply } {
  if (typeof choice === 'object') {
    const named = tools.find(({ name }) => name === choice.name);
    if (named !== undefined) return { kind: 'tool', ...named };
    return { refused: invalidRequest(`Tool choice '${shortened(choice.name)}' not found in 'tools' parameter.`, 'tool_choice') };
  }
  if (!choices.includes(choice)) return { refused: unknownChoice(choice) };
  const first = tools.find(({ name }) => allowed?.includes(name) ?? true);
  if (first === undefined) return choice === 'required' ? { refused: withoutTools() } : plain;
  const calls = choice === 'required' || (choice === 'auto' && !hasResult);
  return calls ? { kind: 'tool', ...first } : plain;
}

function unknownChoice(choice: string): ErrorReply {
  const supported = choices.map((one) => `'${one}'`).join(', ');
  return invalidRequest(`Invalid value: '${shortened(choice)}'. Supported values are: ${supported}.`, 'tool_choice', 'invalid_value');
}

function withoutTools(): ErrorReply {
  return invalidRequest("Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.", 'tool_choice');
}

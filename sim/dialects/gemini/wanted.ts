import type { Wanted } from '../api.ts';
import type { ContentRequest } from './content-schema.ts';

/** What the answer is to be, or what is wrong with the wish. */
export function wantedOf(request: ContentRequest): Wanted | { readonly wrong: string } {
  const { generationConfig, tools, toolConfig } = request;
  const json = generationConfig?.responseMimeType === 'application/json';
  const plain: Wanted = json
    ? { kind: 'json', schema: generationConfig.responseJsonSchema ?? generationConfig.responseSchema }
    : { kind: 'text' };
  const { mode = 'AUTO', allowedFunctionNames } = toolConfig?.functionCallingConfig ?? {};
  const functions = (tools ?? []).flatMap(({ functionDeclarations }) => functionDeclarations ?? []);
  if (mode === 'ANY' && functions.length === 0) return { wrong: 'Function calling config is set without function_declarations.' };
  // Left to choose, it calls the first function and answers when it has heard from it.
  if (mode === 'NONE' || (mode !== 'ANY' && hasResponse(request))) return plain;
  const chosen = functions.find(({ name }) => (allowedFunctionNames ?? []).length === 0 || allowedFunctionNames?.includes(name));
  if (chosen === undefined) return plain;
  return { kind: 'tool', name: chosen.name, schema: chosen.parametersJsonSchema ?? chosen.parameters };
}

function hasResponse({ contents }: ContentRequest): boolean {
  return contents.at(-1)?.parts.some(({ functionResponse }) => functionResponse != null) === true;
}

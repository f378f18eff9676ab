import { z } from 'zod';
import { flow } from '../scenario/schema-docs.ts';
import { alternatives, definitionOf, metaOf } from '../scenario/schema-walk.ts';

/** One option of a plug-in as `list` shows it. */
export interface OptionRow {
  readonly name: string;
  readonly description: string;
  /** As written in a file; undefined: none, the option is required or unset. */
  readonly fallback: string | undefined;
  readonly required: boolean;
}

/** The options of a schema that is a map of keys; empty for one that is a single value. */
export function optionRows(schema: z.ZodType): readonly OptionRow[] {
  const rows = new Map<string, OptionRow>();
  for (const alternative of alternatives(schema)) {
    for (const [name, option] of Object.entries(definitionOf(alternative).shape ?? {})) {
      const fallback = fallbackOf(option);
      const required = fallback === undefined && !option.safeParse(undefined).success;
      rows.set(name, { name, description: metaOf(option).description ?? '', fallback, required });
    }
  }
  return [...rows.values()];
}

/** A default as it would be written. */
function fallbackOf(schema: z.ZodType): string | undefined {
  const { type, innerType, defaultValue } = definitionOf(schema);
  if (type === 'prefault') return flow(defaultValue);
  if (type === 'default' && innerType !== undefined) return flow(z.encode(innerType, defaultValue));
  return innerType === undefined ? undefined : fallbackOf(innerType);
}

import { z } from 'zod';
import { duration, rate } from '../../sim/kernel/units.ts';
import { definitionOf, metaOf, unwrap } from './schema-walk.ts';

/** A value that still holds a variable is not judged by an editor. */
const variable = '|.*\\$\\{.*';
const patterns = new Map<unknown, string>([
  [unwrap(duration), `^(\\d+(\\.\\d+)?(ms|s|m|h)${variable})$`],
  [unwrap(rate), `^(\\d+(\\.\\d+)?/(s|m|h)${variable})$`],
]);

/** The JSON Schema of a scenario file as people write it, for editors that complete and check YAML. */
export function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'ref',
    override: ({ zodSchema, jsonSchema }) => {
      const written = zodSchema as unknown as z.ZodType;
      // Schemas that zod cannot describe bring their own description along.
      const { jsonSchema: own, ...rest } = jsonSchema as { jsonSchema?: object };
      if (own !== undefined) replace(jsonSchema, { ...rest, ...own });
      // A number may come from a variable; the pattern says nothing about numbers.
      if (jsonSchema.type === 'number') Object.assign(jsonSchema, { type: ['number', 'string'], pattern: '\\$\\{' });
      const pattern = definitionOf(written).type === 'string' ? patterns.get(written) : undefined;
      if (pattern !== undefined) jsonSchema.pattern = pattern;
      // zod leaves examples out where a value is decoded to something else; they are as written, so they stay.
      const { examples } = metaOf(written);
      if (examples !== undefined) jsonSchema.examples = [...examples];
    },
  });
  const properties = { ...(json.properties ?? {}) };
  return { ...json, title: 'at-capacity scenario', properties, patternProperties: { '^x-': {} } };
}

function replace(target: object, source: object): void {
  for (const key of Object.keys(target)) delete (target as Record<string, unknown>)[key];
  Object.assign(target, source);
}

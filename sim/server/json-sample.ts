type Schema = Readonly<Record<string, unknown>>;

/** Deeper than this nothing optional is filled in, and what is left becomes null. */
const deepest = 12;
const usualWords = 3;
/** Of so many words, about. */
const charactersOfText = 20;
/** A schema may ask for lists of lists of lists: beyond so many characters what is left becomes null. */
const longest = 200_000;

/**
 * JSON of a value that keeps to a JSON Schema as far as its shape goes: types, enums, constants, required and optional properties,
 * the least number of items, minima, the first of several choices, references within the schema. Patterns, formats and
 * everything else that is said about a string are not looked at. The first free string has `words` words, so that the text
 * is long enough for an answer of so many tokens. Without a schema: an object with one text. Null for constants that nest
 * so deeply that they can be read and not be written.
 */
export function sampleText(schema: unknown, text: (words: number) => string, words: number): string {
  try {
    return JSON.stringify(sampleOf(schema, text, words));
  } catch (error) {
    if (error instanceof RangeError) return 'null';
    throw error;
  }
}

function sampleOf(schema: unknown, text: (words: number) => string, words: number): unknown {
  let left = Math.max(usualWords, words);
  const take = (): string => {
    const said = text(left);
    left = usualWords;
    return said;
  };
  const root = schemaOf(schema);
  if (root === undefined) return { answer: take() };
  return sampleAt(root, { root, take, room: longest }, 0);
}

interface Making {
  readonly root: Schema;
  readonly take: () => string;
  /** Characters that may still be made, more or less. */
  room: number;
}

function sampleAt(schema: Schema, making: Making, depth: number): unknown {
  making.room -= 1;
  if (depth > deepest || making.room < 0) return null;
  if (typeof schema.$ref === 'string') return sampleAt(resolved(schema.$ref, making.root), making, depth + 1);
  if ('const' in schema) return written(schema.const, making);
  if (Array.isArray(schema.enum)) return written(schema.enum[0] ?? null, making);
  const choice = [schema.anyOf, schema.oneOf].find((list) => Array.isArray(list) && list.length > 0) as readonly unknown[] | undefined;
  if (choice !== undefined) return sampleAt(schemaOf(choice[0]) ?? {}, making, depth + 1);
  if (Array.isArray(schema.allOf)) return sampleAt(merged(schema.allOf), making, depth + 1);
  switch (typeOf(schema)) {
    case 'object':
      return objectOf(schema, making, depth);
    case 'array': {
      const items = schemaOf(schema.items) ?? {};
      const least = typeof schema.minItems === 'number' ? Math.min(100, schema.minItems) : 1;
      return Array.from({ length: least }, () => sampleAt(items, making, depth + 1));
    }
    case 'string':
      making.room -= charactersOfText;
      return making.take();
    case 'number':
    case 'integer':
      return leastNumber(schema);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

/** A value of the schema's own. */
function written(value: unknown, making: Making): unknown {
  making.room -= JSON.stringify(value).length;
  return value;
}

function merged(all: readonly unknown[]): Schema {
  const one: Record<string, unknown> = {};
  for (const schema of all) Object.assign(one, schema);
  return { ...one, allOf: undefined };
}

function objectOf(schema: Schema, making: Making, depth: number): object {
  const required = Array.isArray(schema.required) ? (schema.required as readonly unknown[]) : [];
  const properties = Object.entries(schemaOf(schema.properties) ?? {});
  // What is optional could hold itself without an end.
  const kept = depth < deepest / 2 ? properties : properties.filter(([name]) => required.includes(name));
  for (const [name] of kept) making.room -= name.length;
  return Object.fromEntries(kept.map(([name, one]) => [name, sampleAt(schemaOf(one) ?? {}, making, depth + 1)]));
}

function typeOf(schema: Schema): unknown {
  const type: unknown = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type !== undefined) return typeof type === 'string' ? type.toLowerCase() : type;
  if (schema.properties !== undefined) return 'object';
  return schema.items === undefined ? 'string' : 'array';
}

function leastNumber({ minimum, exclusiveMinimum }: Schema): number {
  if (typeof exclusiveMinimum === 'number') return Math.floor(exclusiveMinimum) + 1;
  return typeof minimum === 'number' ? minimum : 1;
}

/** `#/$defs/name`, or the schema itself. */
function resolved(reference: string, root: Schema): Schema {
  const [, ...path] = reference.split('/');
  return path.reduce<Schema>((at, name) => schemaOf(at[name]) ?? {}, root);
}

function schemaOf(value: unknown): Schema | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : undefined;
}

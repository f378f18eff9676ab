import type { z } from 'zod';

/** What zod keeps about a schema, as far as the walks over the scenario's schema need it. */
export interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly getter?: () => z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly catchall?: z.ZodType;
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly items?: readonly z.ZodType[];
  readonly rest?: z.ZodType | null;
  readonly options?: readonly z.ZodType[];
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly values?: readonly unknown[];
  readonly defaultValue?: unknown;
}

export function definitionOf(schema: z.ZodType): Definition {
  return schema._zod.def as unknown as Definition;
}

/** Without what wraps it: optional, default, codec (its written side) and the like. */
export function unwrap(schema: z.ZodType): z.ZodType {
  const { type, innerType, in: written, getter } = definitionOf(schema);
  const inner = type === 'lazy' ? getter?.() : type === 'pipe' ? written : innerType;
  return inner === undefined ? schema : unwrap(inner);
}

/** The description and examples that stand on a schema or on what it wraps. */
export function metaOf(schema: z.ZodType): { description?: string | undefined; examples?: readonly unknown[] | undefined } {
  const own = (schema.meta() ?? {}) as { description?: string; examples?: readonly unknown[] };
  const { type, innerType, in: written, getter } = definitionOf(schema);
  const inner = type === 'lazy' ? getter?.() : type === 'pipe' ? written : innerType;
  const below = inner === undefined ? {} : metaOf(inner);
  return { description: own.description ?? below.description, examples: own.examples ?? below.examples };
}

/** The alternatives of a schema: the options of a union, options of options included, or the schema itself; unwrapped. */
export function alternatives(schema: z.ZodType): readonly z.ZodType[] {
  const bare = unwrap(schema);
  const { type, options } = definitionOf(bare);
  return type === 'union' && options !== undefined ? options.flatMap(alternatives) : [bare];
}

/** Kinds of written values, as YAML and JSON tell them apart. */
export type Kind = 'map' | 'list' | 'string' | 'number' | 'boolean' | 'null';

export function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'map';
  return typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'boolean' : 'number';
}

const kindsByType: Readonly<Record<string, readonly Kind[]>> = {
  object: ['map'],
  record: ['map'],
  array: ['list'],
  tuple: ['list'],
  string: ['string'],
  template_literal: ['string'],
  number: ['number'],
  boolean: ['boolean'],
  null: ['null'],
  custom: ['string', 'number'],
};

/** Kinds of values that a schema may take. */
export function kindsOf(schema: z.ZodType): ReadonlySet<Kind> {
  const kinds = new Set<Kind>();
  for (const alternative of alternatives(schema)) {
    const { type, values, entries } = definitionOf(alternative);
    const listed = values ?? (entries === undefined ? undefined : Object.values(entries));
    const own = listed?.map(kindOf) ?? kindsByType[type] ?? ['map', 'list', 'string', 'number', 'boolean', 'null'];
    for (const kind of own) kinds.add(kind);
  }
  return kinds;
}

/** The schemas that may stand behind one key of a schema: several when alternatives have it. */
export function childrenOf(schema: z.ZodType, part: PropertyKey): readonly z.ZodType[] {
  return alternatives(schema).flatMap((alternative) => {
    const { type, shape, valueType, element, items, rest } = definitionOf(alternative);
    const child =
      type === 'object'
        ? shape?.[String(part)]
        : type === 'record'
          ? valueType
          : type === 'array'
            ? element
            : (items?.[Number(part)] ?? rest);
    return child === undefined || child === null ? [] : [child];
  });
}

/** The schemas that may stand at a path. */
export function schemasAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly z.ZodType[] {
  return path.reduce<readonly z.ZodType[]>((schemas, part) => schemas.flatMap((each) => childrenOf(each, part)), [schema]);
}

/** Keys that a map may have at a path; empty where any name may stand. */
export function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  const keys = schemasAt(schema, path)
    .flatMap(alternatives)
    .flatMap((alternative) => Object.keys(definitionOf(alternative).shape ?? {}));
  return [...new Set(keys)];
}

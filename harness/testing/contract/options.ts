import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Keys whose values differ; undefined when the two are no maps of options (and then they must differ as a whole). */
export function differingKeys(one: unknown, other: unknown): readonly string[] | undefined {
  if (!isMap(one) || !isMap(other)) {
    assert.ok(!isDeepStrictEqual(one, other), `expected a pair that differs: ${JSON.stringify(one)}`);
    return undefined;
  }
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((key) => !isDeepStrictEqual(one[key], other[key]));
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

/** Names of the options that a schema has at its top, in any of its forms. */
export function optionKeys(schema: z.ZodType): readonly string[] {
  return [...new Set(keysOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema))];
}

function keysOf({ properties = {}, anyOf = [], oneOf = [], allOf = [] }: JsonSchema): string[] {
  return [...Object.keys(properties), ...[...anyOf, ...oneOf, ...allOf].flatMap(keysOf)];
}

/** Options that nobody can change, so that a part that tries fails. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}

import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { check } from '../../harness/scenario/faults.ts';
import { scenarioSchema } from '../../harness/scenario/schema.ts';
import { definitionOf, metaOf } from '../../harness/scenario/schema-walk.ts';

/** Every node that a user writes, with its path; each schema once, wherever it stands. */
export function nodesOf(root: z.ZodType): ReadonlyMap<string, z.ZodType> {
  const nodes = new Map<string, z.ZodType>();
  const seen = new Set<unknown>();
  const queue: [string, z.ZodType][] = [['scenario', root]];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [path, schema] = next;
    nodes.set(path, schema);
    const { type, innerType, in: written, getter, shape, valueType, element, items, options, catchall } = definitionOf(bare(schema));
    if (seen.has(shape ?? schema)) continue;
    seen.add(shape ?? schema);
    for (const [key, inner] of Object.entries(shape ?? {})) queue.push([`${path}.${key}`, inner]);
    if (valueType !== undefined) queue.push([`${path}.NAME`, valueType]);
    if (catchall !== undefined && definitionOf(catchall).type !== 'never') queue.push([`${path}.KEY`, catchall]);
    for (const [index, inner] of [element, ...(items ?? [])].entries()) if (inner !== undefined) queue.push([`${path}[${index}]`, inner]);
    for (const [index, inner] of (options ?? []).entries()) queue.push([`${path}|${index}`, inner]);
    expect(innerType ?? written ?? getter, `${path} (${type})`).toBeUndefined();
  }
  return nodes;
}

function bare(schema: z.ZodType): z.ZodType {
  const { type, innerType, in: written, getter } = definitionOf(schema);
  const inner = type === 'lazy' ? getter?.() : type === 'pipe' ? written : innerType;
  return inner === undefined ? schema : bare(inner);
}

const nodes = nodesOf(scenarioSchema);

describe('every node of the schema', () => {
  test('there are many', () => {
    expect(nodes.size).toBeGreaterThan(300);
  });

  test('has a description', () => {
    expect([...nodes].filter(([, node]) => (metaOf(node).description ?? '') === '').map(([path]) => path)).toEqual([]);
  });

  test('has an example', () => {
    expect([...nodes].filter(([, node]) => (metaOf(node).examples ?? []).length === 0).map(([path]) => path)).toEqual([]);
  });

  test('takes its own examples', () => {
    const refused = [...nodes].flatMap(([path, node]) =>
      (metaOf(node).examples ?? []).flatMap((example) => {
        const result = check(node, example);
        return 'faults' in result ? [`${path}: ${JSON.stringify(example)}: ${result.faults[0]?.message}`] : [];
      }),
    );
    expect(refused).toEqual([]);
  });
});

import type { z } from 'zod';
import { definitionOf, unwrap } from '../../harness/scenario/schema-walk.ts';

/** Every node that a user writes, with its path; each schema once, wherever it stands. */
export function nodesOf(root: z.ZodType): ReadonlyMap<string, z.ZodType> {
  const nodes = new Map<string, z.ZodType>();
  const seen = new Set<unknown>();
  const queue: [string, z.ZodType][] = [['scenario', root]];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [path, schema] = next;
    nodes.set(path, schema);
    const { shape, valueType, element, items, options, catchall } = definitionOf(unwrap(schema));
    if (seen.has(shape ?? schema)) continue;
    seen.add(shape ?? schema);
    for (const [key, inner] of Object.entries(shape ?? {})) queue.push([`${path}.${key}`, inner]);
    if (valueType !== undefined) queue.push([`${path}.NAME`, valueType]);
    if (catchall !== undefined && definitionOf(catchall).type !== 'never') queue.push([`${path}.KEY`, catchall]);
    for (const [index, inner] of [element, ...(items ?? [])].entries()) if (inner !== undefined) queue.push([`${path}[${index}]`, inner]);
    for (const [index, inner] of (options ?? []).entries()) queue.push([`${path}|${index}`, inner]);
  }
  return nodes;
}

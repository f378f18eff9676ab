import { type Document, isMap, isNode, isPair, isSeq, type Pair, type YAMLMap } from 'yaml';
import { type CheckedNodes, isMerge, keyText, startOf } from './nodes.ts';
import type { Path } from './paths.ts';

/** Unknown keys are shown at the key, everything else at the value. */
export type Part = 'key' | 'value';

/** Finds where things stand in the parsed text: offsets from paths and the other way round. */
export interface Places {
  /** Offset of a path; where it does not exist, of the nearest key that holds it. */
  offset(path: Path, part: Part): number;
  /** Path of what stands at an offset, as far as it is known. */
  path(offset: number): Path;
}

export function placesOf(doc: Document, nodes: CheckedNodes): Places {
  return {
    offset(path, part) {
      let value: unknown = doc.contents;
      let key: unknown;
      let depth = 0;
      for (const segment of path) {
        const next = step(nodes, value, segment);
        if (next === undefined) break;
        key = next.key;
        value = next.value;
        depth += 1;
      }
      // A value that is not there, or is empty, is shown at its key.
      const atKey = key !== undefined && (depth < path.length || part === 'key' || isEmpty(value));
      return startOf(atKey ? key : value) ?? startOf(key) ?? 0;
    },
    path: (offset) => pathAt(doc.contents, offset),
  };
}

function step(nodes: CheckedNodes, node: unknown, part: PropertyKey): { readonly key: unknown; readonly value: unknown } | undefined {
  const at = nodes.target(node);
  if (isMap(at)) return pairOf(nodes, at, String(part));
  if (!isSeq(at)) return undefined;
  const item = at.items[Number(part)];
  return item === undefined ? undefined : { key: item, value: isPair(item) ? item.value : item };
}

/** The pair of a key in a map, from a merged map when the map itself has none. */
function pairOf(nodes: CheckedNodes, map: YAMLMap, key: string): Pair | undefined {
  const own = map.items.findLast((pair) => !isMerge(pair) && keyText(pair) === key);
  if (own !== undefined) return own;
  for (const merge of map.items.filter(isMerge)) {
    const value = nodes.target(merge.value);
    for (const source of isSeq(value) ? value.items : [value]) {
      const merged = nodes.target(source);
      const found = isMap(merged) && merged !== map ? pairOf(nodes, merged, key) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function isEmpty(node: unknown): boolean {
  return !isNode(node) || !node.range || node.range[0] === node.range[1];
}

/** The last child that begins at or before an offset, and so on inwards. */
function pathAt(node: unknown, offset: number): Path {
  const children: { part: PropertyKey; start: number; value: unknown }[] = [];
  if (isMap(node))
    for (const pair of node.items) children.push({ part: keyText(pair) ?? '?', start: startOf(pair.key) ?? 0, value: pair.value });
  if (isSeq(node)) for (const [index, value] of node.items.entries()) children.push({ part: index, start: startOf(value) ?? 0, value });
  const within = children.findLast((child) => child.start <= offset);
  if (within === undefined || within.part === '') return [];
  return [within.part, ...((startOf(within.value) ?? offset + 1) <= offset ? pathAt(within.value, offset) : [])];
}

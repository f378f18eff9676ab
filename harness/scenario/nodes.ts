import { type Document, isAlias, isMap, isNode, isPair, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import type { Path } from './paths.ts';

/** Nodes of a document once every alias is followed; what `toJS` would give may be no larger than this. */
const maxNodes = 200_000;
const maxAliases = 5000;

/** Tags that the YAML library reads into what no scenario holds. Others it does not know, and says so. */
const foreignTags: ReadonlySet<string> = new Set(['binary', 'omap', 'pairs', 'set', 'timestamp']);

/** Something wrong with the YAML itself, at an offset of the text that was parsed. */
export interface YamlFault {
  readonly offset: number;
  readonly path: Path;
  readonly message: string;
  /** Offset of the other place that the message speaks of: a line number is added to it. */
  readonly first?: number | undefined;
}

export interface CheckedNodes {
  /** Follows an alias; other nodes come back as they are. */
  target(node: unknown): unknown;
  readonly faults: readonly YamlFault[];
  /** [start, end) of every scalar, keys included. */
  readonly scalars: readonly (readonly [number, number])[];
}

/** A pair `<<: *defaults`. */
export function isMerge(pair: Pair): boolean {
  const { key } = pair;
  return isScalar(key) && typeof key.value === 'symbol' && key.value.description === '<<';
}

export function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

/** The text of a key as it stands in the resulting object; undefined for a list or map used as a key. */
export function keyText(pair: Pair): string | undefined {
  const { key } = pair;
  if (!isScalar(key)) return undefined;
  return key.value === null ? '' : String(key.value);
}

interface Walk {
  readonly anchors: Map<string, Node>;
  /** What an alias stands for. */
  readonly targets: Map<unknown, Node>;
  /** Nodes that are being visited: an alias of one of them would never end. */
  readonly open: Set<unknown>;
  /** How many nodes each node becomes when written out. */
  readonly sizes: Map<unknown, number>;
  readonly faults: YamlFault[];
  readonly scalars: [number, number][];
  aliases: number;
}

/**
 * One walk over a parsed document that finds what the YAML library lets through or finds too slowly: duplicate keys,
 * aliases without an anchor, anchors that hold themselves, merges of what is no map, tags, and sizes that explode.
 */
export function checkNodes(doc: Document): CheckedNodes {
  const walk: Walk = { anchors: new Map(), targets: new Map(), open: new Set(), sizes: new Map(), faults: [], scalars: [], aliases: 0 };
  const size = visit(walk, doc.contents, []);
  if (walk.aliases > maxAliases) fault(walk, doc.contents, [], `more than ${maxAliases} aliases`);
  if (size > maxNodes) fault(walk, doc.contents, [], `more than ${maxNodes} values once every alias is followed`);
  const { targets, faults, scalars } = walk;
  return { target: (node) => targets.get(node) ?? node, faults, scalars };
}

function fault({ faults }: Walk, node: unknown, path: Path, message: string, first?: number): void {
  faults.push({ offset: startOf(node) ?? 0, path, message, first });
}

/** Returns how many nodes this one becomes when written out. */
function visit(walk: Walk, node: unknown, path: Path): number {
  if (isAlias(node)) return follow(walk, node, path);
  if (isNode(node) && 'anchor' in node && node.anchor !== undefined) walk.anchors.set(node.anchor, node);
  const tag = isNode(node) ? node.tag?.replace(/^tag:yaml\.org,2002:/, '') : undefined;
  if (tag !== undefined && foreignTags.has(tag)) {
    fault(walk, node, path, `a value with the tag !!${tag} cannot be used`);
    return 1;
  }
  walk.open.add(node);
  let size = 1;
  if (isMap(node)) size += visitMap(walk, node, path);
  else if (isSeq(node))
    for (const [index, item] of node.items.entries()) size += visit(walk, isPair(item) ? item.value : item, [...path, index]);
  else if (isScalar(node) && node.range) walk.scalars.push([node.range[0], node.range[1]]);
  walk.open.delete(node);
  walk.sizes.set(node, size);
  return size;
}

function follow(walk: Walk, node: Node & { source: string }, path: Path): number {
  walk.aliases += 1;
  const target = walk.anchors.get(node.source);
  if (target === undefined) fault(walk, node, path, `no anchor &${node.source} stands above this alias`);
  else if (walk.open.has(target)) fault(walk, node, path, `anchor &${node.source} holds itself`);
  else walk.targets.set(node, target);
  return walk.sizes.get(walk.targets.get(node)) ?? 1;
}

function visitMap(walk: Walk, map: YAMLMap, path: Path): number {
  const seen = new Map<string, number>();
  let size = 0;
  for (const pair of map.items) {
    const merge = isMerge(pair);
    const key = merge ? '<<' : keyText(pair);
    if (key === undefined) fault(walk, pair.key, path, 'expected a name as key, found a list or a map');
    else if (key === '__proto__') fault(walk, pair.key, [...path, key], 'this name cannot be used as a key');
    else if (seen.has(key)) fault(walk, pair.key, [...path, key], `duplicate key ${key}`, seen.get(key));
    if (key !== undefined && !seen.has(key)) seen.set(key, startOf(pair.key) ?? 0);
    visit(walk, pair.key, path);
    size += 1 + visit(walk, pair.value, [...path, key ?? '?']);
    if (merge) checkMerge(walk, pair, path);
  }
  return size;
}

function checkMerge(walk: Walk, pair: Pair, path: Path): void {
  const { targets } = walk;
  const value = targets.get(pair.value) ?? pair.value;
  for (const source of isSeq(value) ? value.items : [value]) {
    // An alias without an anchor has its fault already.
    if (!isMap(targets.get(source) ?? source) && !(isAlias(source) && !targets.has(source)))
      fault(walk, pair.value, [...path, '<<'], 'expected a map, an alias of a map, or a list of them to merge');
  }
}

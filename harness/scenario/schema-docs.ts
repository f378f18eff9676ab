import { stringify } from 'yaml';
import { z } from 'zod';
import { duration, rate } from '../../sim/kernel/units.ts';
import { alternatives, definitionOf, metaOf, unwrap } from './schema-walk.ts';

/** A map of keys as one section of the page. */
interface Section {
  readonly title: string;
  readonly schema: z.ZodType;
  readonly description: string;
}

type Sections = ReadonlyMap<unknown, Section>;

/** YAML on one line. */
export function flow(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();
}

/** Every map of keys that the schema knows, outermost first, each once however often it is used. */
function sectionsOf(schema: z.ZodType): Sections {
  const sections = new Map<unknown, Section>();
  const queue: [string, z.ZodType][] = [['', schema]];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [title, found] = next;
    for (const alternative of alternatives(found)) {
      const { shape } = definitionOf(alternative);
      // Copies that differ in description or default share the shape.
      if (shape !== undefined && !sections.has(shape)) {
        const description = metaOf(alternative).description ?? metaOf(found).description ?? '';
        sections.set(shape, { title, schema: alternative, description });
      } else if (shape !== undefined) continue;
      for (const [part, child] of childrenOf(alternative)) queue.push([joined(title, part), child]);
    }
  }
  return sections;
}

function joined(title: string, part: string): string {
  return title === '' || part === '[]' ? `${title}${part}` : `${title}.${part}`;
}

/** Keys of a map, `NAME` where any name may stand, `[]` for the entries of a list. */
function childrenOf(schema: z.ZodType): [string, z.ZodType][] {
  const { shape, valueType, element, items, catchall } = definitionOf(schema);
  const children: [string, z.ZodType][] = Object.entries(shape ?? {});
  for (const any of [valueType, catchall]) if (any !== undefined && definitionOf(any).type !== 'never') children.push(['NAME', any]);
  for (const entry of [element, ...(items ?? [])]) if (entry !== undefined) children.push(['[]', entry]);
  return children;
}

/** The anchor that Markdown renderers give a heading. */
function anchor(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}\p{N}_ -]/gu, '');
}

/** The reference of every key as Markdown sections, from the schema alone. */
export function schemaReference(schema: z.ZodType): string {
  const sections = sectionsOf(schema);
  return [...sections.values()].map((section) => sectionText(section, sections)).join('\n');
}

function sectionText({ title, schema, description }: Section, sections: Sections): string {
  const rows = childrenOf(schema).map(([key, child]) => row(key, child, sections));
  const heading = title === '' ? '## Keys at the top' : `### ${title}`;
  if (rows.length === 0) return `${heading}\n\n${description}\n`;
  return `${heading}\n\n${description}\n\n| key | value | default | what it is | example |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
}

function row(key: string, schema: z.ZodType, sections: Sections): string {
  const { description = '', examples = [] } = metaOf(schema);
  const [example] = examples;
  const cells = [
    key === 'NAME' ? '*any name*' : `\`${key}\``,
    [...new Set(alternativesOf(schema).map((each) => valueText(each, sections)))].join(' or '),
    defaultText(schema),
    description,
    example === undefined ? '' : `\`${flow(example)}\``,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

/** Alternatives with codecs still around them: what a value is read as is part of its type. */
function alternativesOf(schema: z.ZodType): readonly z.ZodType[] {
  const { type, options, innerType, getter } = definitionOf(schema);
  if (type === 'union') return (options ?? []).flatMap(alternativesOf);
  const inner = type === 'lazy' ? getter?.() : innerType;
  return inner === undefined ? [schema] : alternativesOf(inner);
}

function valueText(schema: z.ZodType, sections: Sections): string {
  const bare = unwrap(schema);
  const { type, shape, valueType, element, items, entries, values } = definitionOf(bare);
  if (bare === unwrap(duration)) return 'duration';
  if (bare === unwrap(rate)) return 'rate';
  const listed = values ?? (entries === undefined ? undefined : Object.values(entries));
  if (listed !== undefined) return listed.map((value) => `\`${String(value)}\``).join(' or ');
  const section = sections.get(shape);
  if (section !== undefined) return `[keys](#${anchor(section.title === '' ? 'Keys at the top' : section.title)})`;
  const inside = (inner: z.ZodType) => [...new Set(alternativesOf(inner).map((each) => valueText(each, sections)))].join(' or ');
  if (valueType !== undefined) return `names, each with ${inside(valueType)}`;
  if (element !== undefined) return `list of ${inside(element)}`;
  if (items !== undefined) return `[${items.map(inside).join(', ')}]`;
  const words: Readonly<Record<string, string>> = {
    string: 'text',
    number: 'number',
    boolean: '`true` or `false`',
    custom: 'whole number',
  };
  return words[type] ?? 'anything';
}

function defaultText(schema: z.ZodType): string {
  let optional = false;
  for (let at: z.ZodType | undefined = schema; at !== undefined; at = definitionOf(at).innerType) {
    const { type, defaultValue, innerType } = definitionOf(at);
    if (type === 'prefault') return `\`${flow(defaultValue)}\``;
    if (type === 'default' && innerType !== undefined) return `\`${flow(z.encode(innerType, defaultValue))}\``;
    if (type === 'optional') optional = true;
  }
  return optional ? '' : '*required*';
}

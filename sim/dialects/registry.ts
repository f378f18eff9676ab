import { anthropic } from './anthropic/anthropic.ts';
import type { Dialect } from './dialect.ts';
import { openai } from './openai/openai.ts';

/** Every dialect a provider can speak, by the name a scenario gives it. */
export const dialects = { openai, anthropic } satisfies Readonly<Record<string, Dialect>>;

export type DialectName = keyof typeof dialects;

/** The dialect of this name; an error for an unknown one, which the schema has refused before. */
export function dialectOf(name: string): Dialect {
  const dialect = Object.hasOwn(dialects, name) ? dialects[name as DialectName] : undefined;
  if (dialect === undefined) throw new Error(`no dialect ${name}; there are ${Object.keys(dialects).join(', ')}`);
  return dialect;
}

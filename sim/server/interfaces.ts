import type { Api } from '../dialects/api.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { dialectOf, dialects } from '../dialects/registry.ts';

/** A dialect at a place of the server. */
export interface Interface {
  /** What stands before its paths: nothing, or `/openai`. */
  readonly prefix: string;
  readonly dialect: Dialect;
  readonly api: Api;
}

/** Every dialect under its name, and those that the providers speak at the root too, the first one first. */
export function interfacesOf(own: readonly Dialect[]): readonly Interface[] {
  const all = Object.keys(dialects).map((name) => own.find((dialect) => dialect.name === name) ?? dialectOf(name));
  return [...own.flatMap((dialect) => at('', dialect)), ...all.flatMap((dialect) => at(`/${dialect.name}`, dialect))];
}

function at(prefix: string, dialect: Dialect): readonly Interface[] {
  return dialect.api === undefined ? [] : [{ prefix, dialect, api: dialect.api }];
}

/** The one whose paths begin as this URL does; else the one at the root. */
export function interfaceAt(interfaces: readonly Interface[], url: string): Interface {
  const found = interfaces.find(({ prefix }) => prefix !== '' && url.startsWith(`${prefix}/`)) ?? interfaces[0];
  if (found === undefined) throw new Error('a server without an interface');
  return found;
}

import type { Api } from '../dialects/api.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { dialectOf, dialects } from '../dialects/registry.ts';

/** A dialect at a place of the server. */
export interface Interface {
  /** What stands before its paths: nothing, or `/openai`. */
  readonly prefix: string;
  readonly dialect: Dialect;
  readonly api: Api;
  /** How the paths begin that it serves, prefix included, up to the first part that varies. */
  readonly heads: readonly string[];
}

/** Every dialect under its name, and those that the providers speak at the root too, the first one first. */
export function interfacesOf(own: readonly Dialect[]): readonly Interface[] {
  const all = Object.keys(dialects).map((name) => own.find((dialect) => dialect.name === name) ?? dialectOf(name));
  return [...own.map((dialect) => at('', dialect)), ...all.map((dialect) => at(`/${dialect.name}`, dialect))];
}

function at(prefix: string, dialect: Dialect): Interface {
  const { api } = dialect;
  const routes = Object.values(dialect.batches?.routes ?? {});
  const heads = [...api.endpoints, ...api.lists, ...api.entries, ...routes].map(({ path }) => prefix + path.replace(/[:*].*$/s, ''));
  return { prefix, dialect, api, heads };
}

/** The first one that serves a path such as this URL's; else the one under whose name it is; else the one at the root. */
export function interfaceAt(interfaces: readonly Interface[], url: string): Interface {
  const found =
    interfaces.find(({ heads }) => heads.some((head) => beginsWith(url, head))) ??
    interfaces.find(({ prefix }) => prefix !== '' && url.startsWith(`${prefix}/`)) ??
    interfaces[0];
  if (found === undefined) throw new Error('a server without an interface');
  return found;
}

/** As whole parts of the path. */
function beginsWith(url: string, head: string): boolean {
  if (!url.startsWith(head)) return false;
  const next = url.charAt(head.length);
  return next === '' || next === '?' || (head !== '/' && (next === '/' || head.endsWith('/')));
}

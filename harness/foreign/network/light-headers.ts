import { formatWithOptions, type InspectOptions, inspect } from 'node:util';
import type { HeaderMap } from './light-reply.ts';

/** A header's name: RFC 9110, 5.1. */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

/** Headers of a response, read where they lie. Nobody may change them, as in Node's own fetch. */
class LightHeaders {
  readonly #map: HeaderMap;

  constructor(map: HeaderMap) {
    this.#map = map;
  }

  get(name: string): string | null {
    const kept = Object.hasOwn(this.#map, name) ? name : known(name);
    return (Object.hasOwn(this.#map, kept) ? this.#map[kept] : undefined) ?? null;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#map, known(name));
  }

  getSetCookie(): string[] {
    const said = this.#map['set-cookie'];
    return said === undefined ? [] : [said];
  }

  keys(): IterableIterator<string> {
    return this.#sorted().values();
  }

  values(): IterableIterator<string> {
    return this.#sorted()
      .map((name) => this.#map[name] ?? '')
      .values();
  }

  entries(): IterableIterator<[string, string]> {
    return this.#sorted()
      .map((name): [string, string] => [name, this.#map[name] ?? ''])
      .values();
  }

  forEach(run: (value: string, name: string, headers: Headers) => void, self?: unknown): void {
    for (const name of this.#sorted()) run.call(self, this.#map[name] ?? '', name, this as unknown as Headers);
  }

  append(): never {
    throw new TypeError('immutable');
  }

  delete(): never {
    throw new TypeError('immutable');
  }

  set(): never {
    throw new TypeError('immutable');
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }

  [inspect.custom](_depth: number, options: InspectOptions): string {
    return `Headers ${formatWithOptions(options, this.#map)}`;
  }

  #sorted(): string[] {
    return Object.keys(this.#map).sort();
  }
}

/** As it is kept. Throws for what is no name, in Node's own words. */
function known(name: unknown): string {
  const text = String(name);
  if (!token.test(text)) new Headers().get(text);
  return text.toLowerCase();
}

let adopted = false;

/** Headers with these names and values; `instanceof Headers`. */
export function lightHeaders(map: HeaderMap): Headers {
  // Not while this module loads: Node loads its own fetch when its classes are first asked for.
  if (!adopted) Object.setPrototypeOf(LightHeaders.prototype, Headers.prototype);
  adopted = true;
  return new LightHeaders(map) as unknown as Headers;
}

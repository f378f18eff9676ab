import type { HeaderMap } from './light-reply.ts';

/** Headers of a response: read at once, made real ones when more is asked of them. Nobody may change them, as in Node's own fetch. */
class LightHeaders {
  readonly #map: HeaderMap;
  #real: Headers | undefined;

  constructor(map: HeaderMap) {
    this.#map = map;
  }

  get(name: string): string | null {
    return this.#map[name] ?? this.real.get(name);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#map, name) || this.real.has(name);
  }

  getSetCookie(): string[] {
    return this.real.getSetCookie();
  }

  keys(): HeadersIterator<string> {
    return this.real.keys();
  }

  values(): HeadersIterator<string> {
    return this.real.values();
  }

  entries(): HeadersIterator<[string, string]> {
    return this.real.entries();
  }

  forEach(run: (value: string, name: string, headers: Headers) => void, self?: unknown): void {
    for (const [name, value] of this.real) run.call(self, value, name, this as unknown as Headers);
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

  [Symbol.iterator](): HeadersIterator<[string, string]> {
    return this.real.entries();
  }

  private get real(): Headers {
    this.#real ??= new Headers(this.#map);
    return this.#real;
  }
}

type HeadersIterator<Value> = IterableIterator<Value>;

let adopted = false;

/** Headers with these names and values; `instanceof Headers`. */
export function lightHeaders(map: HeaderMap): Headers {
  // Not while this module loads: Node loads its own fetch when its classes are first asked for.
  if (!adopted) Object.setPrototypeOf(LightHeaders.prototype, Headers.prototype);
  adopted = true;
  return new LightHeaders(map) as unknown as Headers;
}

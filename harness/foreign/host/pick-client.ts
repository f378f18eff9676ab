/** What the user's client is given beside the request. */
export interface ClientScope {
  /** Of the simulated provider. */
  readonly baseURL: string;
  readonly fetch: typeof fetch;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** What a factory is given, before the first request. */
export interface ClientSetting extends Omit<ClientScope, 'signal'> {
  /** What requests will ask for. */
  readonly model: string;
}

/** The user's code for one call; what it returns or rejects with is the call's end. */
export type ForeignClient = (request: unknown, scope: ClientScope) => unknown;

export interface LoadedClient {
  /** True for a factory: each simulated client has a client of its own. Else all share one function. */
  readonly perClient: boolean;
  /** The client of one simulated client. */
  create(setting: ClientSetting): Promise<ForeignClient>;
}

export type Picked =
  | { readonly perClient: boolean; readonly create: (setting: ClientSetting) => unknown }
  | { readonly expected: string; readonly found: string };

const expected =
  'a function (request, { baseURL, fetch, signal }) => … as the default export or named client, or a factory createClient() that makes one';

/** The client among the exports of a module; CommonJS modules have theirs inside the default export. */
export function pickClient(module: unknown): Picked {
  const all = exportsOf(module);
  const { createClient, client } = all;
  const one = all.default ?? client;
  if (isPlain(createClient) && one !== undefined) return { expected: 'either createClient or a client, not both', found: listed(all) };
  if (isPlain(createClient)) return { perClient: true, create: (setting) => createClient(setting) };
  if (all.default !== undefined && client !== undefined && client !== all.default)
    return { expected: 'one client, as the default export or named client', found: listed(all) };
  if (isPlain(one)) return { perClient: false, create: () => one };
  return { expected, found: listed(all) };
}

function exportsOf(module: unknown): Readonly<Record<string, unknown>> {
  const outer = { ...(module as Readonly<Record<string, unknown>>) };
  // Node adds what a CommonJS module exports under this name, and says of some that they were ES modules.
  delete outer['module.exports'];
  delete outer.__esModule;
  const { default: inner, ...named } = outer;
  if (typeof inner !== 'object' || inner === null) return outer;
  const { __esModule, ...rest } = inner as Readonly<Record<string, unknown>>;
  return { ...rest, ...named };
}

/** A function that can be called without `new`. */
function isPlain(value: unknown): value is (...args: readonly unknown[]) => unknown {
  return typeof value === 'function' && !isClass(value);
}

function isClass(value: unknown): boolean {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
}

function listed(all: Readonly<Record<string, unknown>>): string {
  const names = Object.entries(all).map(([name, value]) => `${name} (${kindOf(value)})`);
  return names.length === 0 ? 'no exports' : names.join(', ');
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return isClass(value) ? 'class' : typeof value;
}

import { type DialectName, dialectOf } from '../../sim/dialects/registry.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { shown } from '../../sim/kernel/units.ts';
import type { ScriptReply } from '../../sim/provider/spec.ts';
import type { JournalPage } from '../../sim/server/admin/journal.ts';
import type { State } from '../../sim/server/admin/state.ts';
import type { BuildOptions } from '../serve/build-provider.ts';
import { loadProvider } from '../serve/load-provider.ts';
import { type Served, serveScenario } from '../serve/serve-scenario.ts';
import { basePaths } from './base-urls.ts';

export type { JournalEntry, JournalPage } from '../../sim/server/admin/journal.ts';
export type { State } from '../../sim/server/admin/state.ts';
export type { DialectName };

/** How `startProvider` starts one. */
export interface StartOptions extends BuildOptions {
  /** Where it listens; default 0, any port that is free. */
  readonly port?: number | undefined;
}

/** Whom a script meets, and what comes after its list. */
export interface ScriptOptions {
  /** `arrival` (the default): each attempt at the model is the next one. `request`: each request sees the list from its start. */
  readonly per?: 'request' | 'arrival' | undefined;
  /** What happens to every later attempt; default `ok`. */
  readonly rest?: WrittenReply | undefined;
}

/** One reply of a script in the grammar of scenarios: `'ok'`, `{ refuse: 'capacity', retryAfter: '3s' }`, `{ cut: 40 }` … */
export type WrittenReply = ScriptReply | { readonly [key: string]: unknown };

/** A provider that listens on this machine. */
export interface StartedProvider extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** What a client's package takes as its base URL; for an interface other than the provider's own by its name. InputError for an unknown one. */
  baseUrl(dialect?: DialectName): string;
  /** Everything as at the start: between tests. Open answers end. */
  reset(): Promise<void>;
  /** What happens to the next attempts at a model. Replaces the script before; an empty list ends it. */
  script(model: string, replies: readonly WrittenReply[], options?: ScriptOptions): Promise<void>;
  state(): Promise<State>;
  /** Attempts that are over, after an id if one is given; the counters are of all. */
  journal(page?: { readonly after?: number; readonly limit?: number }): Promise<JournalPage>;
  /** Any call of the admin API, such as `admin('POST', '/faults', { outage: { for: '2s' } })`: what it answers. */
  admin(method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Starts a simulated provider for tests. `scenario` is an object in the grammar of scenario files, of which `provider` is
 * enough, or the text of a file. Throws InputError with everything that is wrong, as do the calls of what it returns.
 */
export async function startProvider(scenario: string | object, options: StartOptions = {}): Promise<StartedProvider> {
  const loaded = await loadProvider(scenario, options);
  const { server } = serveScenario(loaded, options);
  const url = await server.listen({ port: options.port ?? 0, host: '127.0.0.1' });
  const [spec] = Object.values(loaded.scenario.providers);
  const own = dialectOf(spec?.dialect ?? 'openai').name as DialectName;
  const ask = asker(server, options.adminToken);
  const close = async (): Promise<void> => {
    await server.close();
  };
  return {
    url,
    baseUrl: (dialect) => (dialect === undefined ? url + basePaths[own] : url + pathOf(dialect)),
    reset: async () => {
      await ask('POST', '/reset');
    },
    script: async (model, replies, { per, rest } = {}) => {
      // The grammar's word, spelt through a name: an object literal with such a key looks like a promise to the linter.
      const last = 'then';
      await ask('POST', '/scripts', { model, replies, per, [last]: rest });
    },
    state: async () => (await ask('GET', '/state')) as State,
    journal: async (page = {}) => (await ask('GET', `/journal?${query(page)}`)) as JournalPage,
    admin: ask,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function pathOf(dialect: DialectName): string {
  const known = Object.keys(basePaths);
  if (!known.includes(dialect))
    throw new InputError([{ message: `expected a dialect, one of ${known.join(', ')}; found ${shown(dialect)}` }]);
  return `/${dialect}${basePaths[dialect]}`;
}

/** Asks the admin API without a socket. */
function asker(server: Served['server'], token: string | undefined): StartedProvider['admin'] {
  return async (method, path, body) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const reply = await server.inject({ method, url: `/_admin${path}`, headers, ...(body !== undefined && { payload: body }) });
    const answer: unknown = reply.json();
    if (reply.statusCode < 400) return answer;
    const { problems } = answer as { readonly problems: readonly string[] };
    throw new InputError(problems.map((message) => ({ message })));
  };
}

function query(page: Readonly<Record<string, number | undefined>>): string {
  return Object.entries(page)
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`]))
    .join('&');
}

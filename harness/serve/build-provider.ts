import type { FastifyInstance } from 'fastify';
import { loadProvider } from './load-provider.ts';
import { type ServeOptions, serveScenario } from './serve-scenario.ts';

/** How `buildProvider` builds a server. */
export interface BuildOptions extends ServeOptions {
  /** Folder that relative names in the scenario start from; default the working folder. */
  readonly folder?: string | undefined;
}

/**
 * A simulated provider as a fastify server that does not listen yet: `inject()` it, or `listen({ port: 0 })`. `scenario` is
 * an object in the grammar of scenario files, of which `provider` is enough, or the text of a file. Closing the server ends
 * its time. Throws InputError with everything that is wrong.
 */
export async function buildProvider(scenario: string | object, options: BuildOptions = {}): Promise<FastifyInstance> {
  return serveScenario(await loadProvider(scenario, options), options).server;
}

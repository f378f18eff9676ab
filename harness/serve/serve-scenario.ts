import type { FastifyInstance } from 'fastify';
import type { RealTime } from '../../sim/kernel/wall-clock.ts';
import type { ProviderSpec } from '../../sim/provider/spec.ts';
import type { Tally } from '../../sim/server/books.ts';
import { buildServer } from '../../sim/server/build-server.ts';
import { createWorld, namesOf } from '../../sim/server/world.ts';
import type { Loaded } from '../scenario/load.ts';
import { firstCalendar } from '../scenario/run-faults.ts';
import { realTime } from './real-time.ts';
import { servedSizes } from './served-sizes.ts';
import { startingPoint } from './starting-point.ts';

/** How a scenario is served. */
export interface ServeOptions {
  /** Where in its time it begins: a time of day, an offset or an instant; default 15:00 of the first day. */
  readonly at?: string | undefined;
  /** Largest body of a request, bytes; default 10 MB. */
  readonly bodyLimit?: number | undefined;
  /** Attempts that the journal keeps; default 1,000. */
  readonly journal?: number | undefined;
  /** Whoever says it may use the admin API, the metrics and the page; without one, this machine alone. */
  readonly adminToken?: string | undefined;
  /** Metrics have the process's own too; default false. */
  readonly processMetrics?: boolean | undefined;
  /** Default: this machine's. */
  readonly realTime?: RealTime | undefined;
}

/** A server that does not listen yet, and where in the scenario's time it began, ms after its start. */
export interface Served {
  readonly server: FastifyInstance;
  readonly atMs: number;
  /** As clients name them. */
  readonly models: readonly string[];
  /** What came until now. */
  readonly totals: () => Totals;
}

/** Requests since the start, by what became of them. */
export interface Totals {
  /** Answered without reaching a model: unreadable, invalid, unknown model. */
  readonly rejected: number;
  /** In the order of `models`. */
  readonly models: readonly (Pick<Tally, 'attempts' | 'admitted' | 'refused'> & { readonly name: string })[];
}

/** Serves the providers of a loaded scenario. InputError for a start outside the run, or a dialect that is not served. */
export function serveScenario({ scenario, rttWritten }: Loaded, options: ServeOptions = {}): Served {
  const calendar = firstCalendar(scenario);
  const atMs = startingPoint(options.at, calendar);
  const { name, seed, folder, time, workload } = scenario;
  const world = createWorld({
    name,
    seed,
    folder,
    time,
    providers: inRealTime(scenario.providers, rttWritten),
    sizes: (luck) => servedSizes(workload, calendar, luck),
    atMs,
    realTime: options.realTime ?? realTime,
    wallMs: Date.now,
  });
  const totals = (): Totals => ({
    rejected: world.books.rejected,
    models: [...new Set(world.targets.values())].map(({ name: model, tally }) => ({
      ...tally,
      name: model,
      refused: { ...tally.refused },
    })),
  });
  const { bodyLimit, journal, adminToken, processMetrics } = options;
  return { server: buildServer({ world, bodyLimit, journal, adminToken, processMetrics }), atMs, models: namesOf(world), totals };
}

/** The way to this machine's own server takes no time but its own, unless the scenario says how long. */
function inRealTime(providers: Readonly<Record<string, ProviderSpec>>, written: readonly string[]): Readonly<Record<string, ProviderSpec>> {
  return Object.fromEntries(
    Object.entries(providers).map(([name, spec]) => [name, written.includes(name) ? spec : { ...spec, network: { rtt: 0 } }]),
  );
}

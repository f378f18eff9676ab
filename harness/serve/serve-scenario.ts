import type { FastifyInstance } from 'fastify';
import type { RealTime } from '../../sim/kernel/wall-clock.ts';
import type { Watcher } from '../../sim/server/attempt-record.ts';
import type { Tally } from '../../sim/server/books.ts';
import { buildServer } from '../../sim/server/build-server.ts';
import { createWorld, namesOf } from '../../sim/server/world.ts';
import type { Loaded } from '../scenario/load.ts';
import { firstCalendar } from '../scenario/run-faults.ts';
import { type CallersReport, watchCallers } from './callers/watch-callers.ts';
import { checkOptions, notJudged } from './check-options.ts';
import { fasterTime } from './faster-time.ts';
import { inRealTime } from './in-real-time.ts';
import { realTime as machineTime } from './real-time.ts';
import { servedSizes } from './served-sizes.ts';
import { startingPoint } from './starting-point.ts';

/** How a scenario is served. */
export interface ServeOptions {
  /** Where in its time it begins: a time of day, an offset or an instant; default 15:00 of the first day. */
  readonly at?: string | undefined;
  /** How many times as fast the day passes, its curves and windows of faults; answers, quotas and waits do not. Default 1. */
  readonly daySpeed?: number | undefined;
  /** How many times as fast everything passes, for a client that knows it. Default 1; only one of the two may be another. */
  readonly timeScale?: number | undefined;
  /** Told of every request that is over. */
  readonly watcher?: Watcher | undefined;
  /** Largest body of a request, bytes; default 10 MB. */
  readonly bodyLimit?: number | undefined;
  /** Attempts that the journal keeps; default 1,000. */
  readonly journal?: number | undefined;
  /** Whoever says it may use the admin API, the metrics and the page; without one, this machine alone. */
  readonly adminToken?: string | undefined;
  /** Metrics have the process's own too; default false. */
  readonly processMetrics?: boolean | undefined;
  /** Judges how callers retry, for `GET /_admin/conduct`; only where time passes as theirs does. Default false. */
  readonly report?: boolean | undefined;
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
  /** How callers retry; undefined without `report`. */
  readonly report: (() => CallersReport) | undefined;
}

/** Requests since the start, by what became of them. */
export interface Totals {
  /** Answered without reaching a model: unreadable, invalid, unknown model. */
  readonly rejected: number;
  /** In the order of `models`. */
  readonly models: readonly (Pick<Tally, 'attempts' | 'admitted' | 'refused'> & { readonly name: string })[];
}

/** Serves the providers of a loaded scenario. InputError for a start outside the run, or options that no server can have. */
export function serveScenario({ scenario, rttWritten }: Loaded, options: ServeOptions = {}): Served {
  const { daySpeed = 1, timeScale = 1, realTime: time = machineTime } = options;
  checkOptions(options);
  const calendar = firstCalendar(scenario);
  const atMs = startingPoint(options.at, calendar);
  const { name, seed, folder, workload } = scenario;
  const world = createWorld({
    name,
    seed,
    folder,
    time: scenario.time,
    providers: inRealTime(scenario.providers, rttWritten),
    sizes: (luck) => servedSizes(workload, calendar, luck),
    atMs,
    daySpeed,
    realTime: fasterTime(time, timeScale),
    watchTime: time,
    wallMs: Date.now,
  });
  if (options.watcher !== undefined) world.watchers.push(options.watcher);
  const totals = (): Totals => ({
    rejected: world.books.rejected,
    models: [...new Set(world.targets.values())].map(({ name: model, tally }) => ({
      ...tally,
      name: model,
      refused: { ...tally.refused },
    })),
  });
  const { bodyLimit, journal, adminToken, processMetrics } = options;
  const callers = options.report === true ? watchCallers() : undefined;
  const onlooker = callers ?? (timeScale === 1 ? undefined : { missing: `${notJudged}; this server's is ${timeScale}` });
  return {
    server: buildServer({ world, bodyLimit, journal, adminToken, processMetrics, onlooker }),
    atMs,
    models: namesOf(world),
    totals,
    report: callers && (() => callers.report(world.clock.now())),
  };
}

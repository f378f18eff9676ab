import { compileCurve } from '../../sim/curves/compile.ts';
import { scopeFor } from '../../sim/curves/scope.ts';
import { type Clock, eventClass, Timer } from '../../sim/kernel/clock.ts';
import { CodedError } from '../../sim/kernel/errors.ts';
import { Luck } from '../../sim/kernel/random.ts';
import type { Request, Send } from '../../sim/kernel/transport.ts';
import { VirtualClock } from '../../sim/kernel/virtual-clock.ts';
import type { Pool } from '../../sim/provider/pool.ts';
import { createProvider, type Provider, prefixOf } from '../../sim/provider/provider.ts';
import type { Client } from '../client/client.ts';
import { createFleet, type Fleet } from '../client/fleet.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Modules } from '../strategy/custom.ts';
import { arrivalScope } from '../workload/arrival-scope.ts';
import { createArrivals } from '../workload/arrivals/registry.ts';
import { compileSizes } from '../workload/sizes.ts';
import { createGenerator, type Generator } from './generator.ts';
import { Recorder } from './recorder.ts';
import { createTimeline } from './timeline.ts';

/** The last instant that is still told from its neighbours, µs: 285 years from the start. */
const endOfTime = Number.MAX_SAFE_INTEGER;

/** One strategy in one replication. */
export interface Job {
  readonly scenario: Scenario;
  readonly strategyIndex: number;
  readonly replication: number;
  readonly raw: boolean;
}

/** A job as it runs: everything is made of the job alone, so that jobs can run anywhere in any order. */
export class Simulation {
  readonly job: Job;
  readonly clock = new VirtualClock();
  readonly recorder: Recorder;
  readonly providers: ReadonlyMap<string, Provider>;
  readonly fleet: Fleet;
  /** End of the window, and of the run (Infinity: when every request has its outcome). */
  readonly end: number;
  readonly #until: number;
  readonly generator: Generator;

  constructor(job: Job, modules: Modules) {
    const { scenario } = job;
    const { time, workload } = scenario;
    this.job = job;
    this.end = Math.round(time.length * 1000);
    this.#until = time.drain === 'unlimited' ? Number.POSITIVE_INFINITY : this.end + Math.round(time.drain * 1000);
    const luck = new Luck(scenario.seed, job.replication);
    const calendar = scopeFor({ ...time, seed: scenario.seed, replication: job.replication, folder: scenario.folder });
    const strategy = scenario.strategies[job.strategyIndex];
    if (strategy === undefined) throw new Error(`no strategy number ${job.strategyIndex}`);
    const billing = (request: Request, tokens: number, usd: number): void => this.recorder.billed(request, tokens, usd);
    this.providers = createProviders(scenario, { clock: this.clock, luck, calendar, end: this.end, billing });
    const observer = {
      sent: (...event: Parameters<Recorder['sent']>) => this.recorder.sent(...event),
      ended: (...event: Parameters<Recorder['ended']>) => this.recorder.ended(...event),
    };
    this.fleet = createFleet(strategy, {
      clients: workload.clients,
      clock: this.clock,
      luck,
      modules,
      observer,
      curve: (spec) => compileCurve(spec, calendar, 'limit'),
      send: (target) => sendTo(this.providers, target),
    });
    this.recorder = new Recorder({
      clock: this.clock,
      replication: job.replication,
      warmUp: Math.round(time.warmUp * 1000),
      end: this.end,
      targets: this.fleet.targets.map((name) => ({ name, quality: modelOf(this.providers, name)?.spec.quality ?? 0 })),
      timeline: createTimeline(time.length, this.fleet.permits.length > 0),
      good: scenario.good,
      limited: this.fleet.permits.length > 0,
      raw: job.raw,
    });
    this.generator = createGenerator({
      clock: this.clock,
      workload,
      arrivals: createArrivals(workload.arrivals, arrivalScope(calendar, luck)),
      sizes: compileSizes(workload.sizes, luck),
      think: luck.stream('think'),
      clients: this.fleet.clients as readonly Client[],
      recorder: this.recorder,
      warmUp: Math.round(time.warmUp * 1000),
      end: this.end,
    });
    new Sampler(this).start();
  }

  /** Fires up to `events` events; true when the run is over. Throws `livelock`, `stalled` and `bound`. */
  advance(events: number): boolean {
    const { clock } = this;
    for (let fired = 0; fired < events; fired++) {
      const next = clock.nextAt;
      if (next === undefined || next > this.#until) {
        this.#close();
        return true;
      }
      if (!(next <= endOfTime)) throw new CodedError('bound', 'waits and services add up to more than 285 years of virtual time');
      clock.step();
    }
    return false;
  }

  /** The pool behind a target. */
  poolOf(target: string): Pool | undefined {
    return modelOf(this.providers, target)?.pool;
  }

  #close(): void {
    const { clock } = this;
    if (this.#until < Number.POSITIVE_INFINITY) clock.runUntil(this.#until);
    else if (clock.now() < this.end) clock.runUntil(this.end);
    for (const provider of this.providers.values()) for (const pool of provider.pools.values()) pool.observe();
    if (this.#until === Number.POSITIVE_INFINITY && this.generator.open > 0) this.#checkHeld();
  }

  /** Requests that wait while nothing can happen any more are either held by the provider on purpose, or a fault of ours. */
  #checkHeld(): void {
    let held = 0;
    for (const { counts } of this.providers.values()) held += counts.inService + counts.queued;
    if (held > 0) return;
    throw new CodedError(
      'stalled',
      `${this.generator.open} requests wait at ${this.clock.now() / 1e6} s and nothing is left that could wake them`,
    );
  }
}

function createProviders(
  scenario: Scenario,
  scope: {
    clock: Clock;
    luck: Luck;
    calendar: ReturnType<typeof scopeFor>;
    end: number;
    billing: (request: Request, tokens: number, usd: number) => void;
  },
): ReadonlyMap<string, Provider> {
  const names = Object.keys(scenario.providers);
  return new Map(
    names.map((name) => {
      const spec = scenario.providers[name];
      if (spec === undefined) throw new Error(`no provider ${name}`);
      const provider = createProvider(prefixOf(name, names), spec, {
        ...scope,
        billed: (attempt, model, input, output) => {
          const { usdPerMillion } = model.spec;
          scope.billing(attempt.request, output, (input * usdPerMillion.input + output * usdPerMillion.output) / 1e6);
        },
      });
      return [name, provider] as const;
    }),
  );
}

/** `model` or `provider/model`; a bare name means the one provider that has it. */
function find(providers: ReadonlyMap<string, Provider>, target: string): { provider: Provider; model: string } | undefined {
  for (const [name, provider] of providers) {
    if (provider.models.has(target)) return { provider, model: target };
    const bare = target.startsWith(`${name}/`) ? target.slice(name.length + 1) : undefined;
    if (bare !== undefined && provider.models.has(bare)) return { provider, model: bare };
  }
  return undefined;
}

function sendTo(providers: ReadonlyMap<string, Provider>, target: string): Send {
  const found = find(providers, target);
  const send = found?.provider.send(found.model);
  if (send === undefined) throw new Error(`no model ${target}`);
  return send;
}

function modelOf(providers: ReadonlyMap<string, Provider>, target: string) {
  const found = find(providers, target);
  return found?.provider.models.get(found.model);
}

/** Reads, at the end of every bucket of the timeline, what is a mean over it. */
class Sampler extends Timer {
  readonly #run: Simulation;
  #bucket = 0;
  #before = { inFlight: 0, waiting: 0, freeSlots: 0, limit: 0 };
  #at = 0;

  constructor(run: Simulation) {
    super();
    this.#run = run;
  }

  start(): void {
    const { clock, end, recorder } = this.#run;
    const length = recorder.options.timeline.bucketSeconds * 1e6;
    clock.arm(this, Math.min(end, (this.#bucket + 1) * length), eventClass.arrival);
  }

  fire(): void {
    const { clock, end, recorder } = this.#run;
    const now = clock.now();
    const areas = this.#areas();
    const passed = now - this.#at;
    for (const column of ['inFlight', 'waiting', 'freeSlots', 'limit'] as const) {
      recorder.options.timeline.means[column][this.#bucket] = passed > 0 ? (areas[column] - this.#before[column]) / passed : 0;
    }
    this.#before = areas;
    this.#at = now;
    this.#bucket += 1;
    if (now < end) this.start();
  }

  #areas(): { inFlight: number; waiting: number; freeSlots: number; limit: number } {
    const { recorder, fleet } = this.#run;
    const pool = this.#run.poolOf(fleet.targets[0] ?? '');
    pool?.observe();
    return {
      inFlight: recorder.inFlightArea(),
      waiting: fleet.permits.reduce((sum, permits) => sum + permits.waitArea(), 0),
      freeSlots: pool?.freeArea() ?? 0,
      limit: fleet.permits.reduce((sum, permits) => sum + permits.limitArea(), 0) / Math.max(1, fleet.permits.length),
    };
  }
}

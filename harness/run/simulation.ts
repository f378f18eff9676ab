import type { Identity } from '../../reports/result/fold.ts';
import type { Clock } from '../../sim/kernel/clock.ts';
import { CodedError } from '../../sim/kernel/errors.ts';
import type { Request, Send } from '../../sim/kernel/transport.ts';
import { VirtualClock } from '../../sim/kernel/virtual-clock.ts';
import { costOf } from '../../sim/provider/cost.ts';
import type { Pool } from '../../sim/provider/pool.ts';
import { createProvider, type Provider, prefixOf } from '../../sim/provider/provider.ts';
import type { Takers } from '../client/fleet.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Modules } from '../strategy/custom.ts';
import type { Generator } from './books.ts';
import { createClientSide, type Job, type Surroundings, surroundingsOf } from './client-side.ts';
import type { Finished } from './finished.ts';
import { clientIdentities, exactIdentity, providerIdentities } from './identities.ts';
import { closeBooks, findModel, modelOf, type ProviderBooks } from './provider-books.ts';
import { Recorder } from './recorder.ts';
import { Sampler } from './sampler.ts';

/** The last instant that is still told from its neighbours, µs: 285 years from the start. */
const endOfTime = Number.MAX_SAFE_INTEGER;

/** A job as it runs in virtual time: everything is made of the job alone, so that jobs can run anywhere in any order. */
export class Simulation implements Finished {
  readonly job: Job;
  readonly clock = new VirtualClock();
  readonly recorder: Recorder;
  readonly providers: ReadonlyMap<string, Provider>;
  readonly fleet: Takers;
  readonly end: number;
  readonly #until: number;
  readonly generator: Generator;
  #books: ProviderBooks | undefined;

  constructor(job: Job, modules: Modules) {
    const { scenario } = job;
    const surroundings = surroundingsOf(job);
    this.job = job;
    this.end = surroundings.end;
    this.#until = surroundings.until;
    const billing = (request: Request, tokens: number, usd: number): void => this.recorder.billed(request, tokens, usd);
    this.providers = createProviders(scenario, this.clock, surroundings, billing);
    const { recorder, fleet, generator } = createClientSide(job, surroundings, {
      clock: this.clock,
      modules,
      recorder: (options) => new Recorder(options),
      send: (target) => sendTo(this.providers, target),
      quality: (target) => modelOf(this.providers, target)?.spec.quality ?? 0,
      context: (target) => modelOf(this.providers, target)?.spec.context,
    });
    this.recorder = recorder;
    this.fleet = fleet;
    this.generator = generator;
    new Sampler({ clock: this.clock, end: this.end, recorder, fleet, pool: this.pool }).start();
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

  /** The pool behind the strategy's first target. */
  get pool(): Pool | undefined {
    return this.poolOf(this.fleet.targets[0] ?? '');
  }

  get books(): ProviderBooks {
    this.#books ??= closeBooks(this.providers, {
      now: this.clock.now(),
      model: this.job.scenario.workload.model,
      firstTarget: this.fleet.targets[0] ?? '',
    });
    return this.#books;
  }

  identities(): readonly Identity[] {
    const { generator, recorder, books } = this;
    return [...clientIdentities(generator, recorder), exactIdentity(recorder, books), ...providerIdentities(books)];
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
  clock: Clock,
  { luck, calendar, end }: Surroundings,
  billing: (request: Request, tokens: number, usd: number) => void,
): ReadonlyMap<string, Provider> {
  const names = Object.keys(scenario.providers);
  return new Map(
    names.map((name) => {
      const spec = scenario.providers[name];
      if (spec === undefined) throw new Error(`no provider ${name}`);
      const provider = createProvider(prefixOf(name, names), spec, {
        clock,
        luck,
        calendar,
        end,
        billed: ({ request }, { spec }, input, output) => billing(request, output, costOf(spec, input, output)),
      });
      return [name, provider] as const;
    }),
  );
}

function sendTo(providers: ReadonlyMap<string, Provider>, target: string): Send {
  const found = findModel(providers, target);
  const send = found?.provider.send(found.model);
  if (send === undefined) throw new Error(`no model ${target}`);
  return send;
}

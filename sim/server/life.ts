import type { CurveScope } from '../curves/curve.ts';
import type { Pace } from '../curves/pace.ts';
import type { Dialect, ErrorTable } from '../dialects/dialect.ts';
import { after, type Clock, eventClass, type Timer } from '../kernel/clock.ts';
import { Luck } from '../kernel/random.ts';
import type { Attempt } from '../kernel/transport.ts';
import { type RealTime, WallClock } from '../kernel/wall-clock.ts';
import { Controls } from '../provider/controls.ts';
import type { Model } from '../provider/model.ts';
import { createProvider, type Provider, prefixOf, type Serve } from '../provider/provider.ts';
import { usualBatch } from '../provider/schema/batch.ts';
import type { BatchSpec, ProviderSpec } from '../provider/spec.ts';
import { type Books, type Tally, zeroBooks, zeroTally } from './books.ts';

/** Tokens of one request that says nothing about its own. */
export interface Sizes {
  readonly output: number;
  readonly maxTokens: number;
}

/** One model as clients name it. */
export interface Target {
  readonly name: string;
  readonly model: Model;
  readonly serve: Serve;
  /** For requests in batches. */
  readonly background: Serve;
  readonly tally: Tally;
  readonly batch: BatchSpec;
  /** Its errors, in its provider's own dialect or in another one. */
  errors(dialect: Dialect): ErrorTable;
}

/** A clock into which requests come from outside. */
export interface ServedClock extends Clock {
  /** Runs what comes from outside as one event. */
  event<Value>(run: () => Value): Value;
  /** Disarms everything that waits. */
  stop(): void;
}

/** What begins with a server and anew with every reset. */
export interface Life {
  readonly clock: ServedClock;
  readonly providers: ReadonlyMap<string, Provider>;
  /** By the same names. */
  readonly controls: ReadonlyMap<string, Controls>;
  /** By every name that means one model. */
  readonly targets: ReadonlyMap<string, Target>;
  readonly books: Books;
  readonly sizes: (entity: number) => Sizes;
  /** Stops time. */
  end(): void;
}

/** An admitted attempt gave its slot back: what is billed for it. */
export type Billed = (attempt: Attempt, model: Model, inputTokens: number, outputTokens: number) => void;

export interface LifeOptions {
  readonly seed: number;
  /** Which of the runs with this seed; default 0. */
  readonly replication?: number | undefined;
  readonly providers: Readonly<Record<string, ProviderSpec>>;
  /** What they speak. */
  readonly spoken: ReadonlyMap<string, Dialect>;
  readonly calendar: CurveScope;
  readonly pace: Pace;
  /** Microseconds after the scenario's start. */
  readonly startsAt: number;
  /** Sizes of the request with this index, with this luck. */
  readonly sizes: (luck: Luck) => (entity: number) => Sizes;
  /** Until when spells and tenants are counted, microseconds; default for ever. */
  readonly endsAt?: number | undefined;
  readonly billed?: Billed | undefined;
  readonly realTime: RealTime;
  /** Instead of one of real time. */
  readonly clock?: ServedClock | undefined;
}

/** Tenants of a pool that nobody asks for come in one go; so often, microseconds, that nobody notices. */
const keepUpEvery = 5_000_000;

/** Providers of a scenario, with everybody else who uses them, from `startsAt` on. */
export function beginLife(options: LifeOptions): Life {
  const { seed, replication = 0, calendar, pace, startsAt, endsAt = Number.POSITIVE_INFINITY, realTime } = options;
  const luck = new Luck(seed, replication);
  const clock = options.clock ?? new WallClock(realTime, startsAt);
  const tallies = new Map<string, Tally>();
  const scope = {
    clock,
    luck,
    calendar,
    pace,
    startsAt,
    end: endsAt,
    billed: (attempt: Attempt, model: Model, input: number, output: number): void => {
      options.billed?.(attempt, model, input, output);
      const tally = tallies.get(model.target);
      if (tally === undefined) return;
      // Callers say nothing of urgency; what batches send is not urgent.
      const into = attempt.request.urgent === false ? tally.batched : tally;
      into.inputTokens += input;
      into.outputTokens += output;
    },
  };
  const names = Object.keys(options.providers);
  const made = Object.entries(options.providers).map(([name, spec]) => {
    const provider = createProvider(prefixOf(name, names), spec, scope);
    return { name, provider, controls: new Controls({ name, names, spec, provider, scope }) };
  });
  const providers = new Map(made.map(({ name, provider }) => [name, provider]));
  const targets = targetsOf(providers, options);
  for (const { model, tally } of targets.values()) tallies.set(model.target, tally);
  let timer: Timer | undefined;
  const keepUp = (): void => {
    for (const { pools } of providers.values()) for (const pool of pools.values()) pool.begin();
    timer = after(clock, keepUpEvery, keepUp, eventClass.tenants);
  };
  clock.event(keepUp);
  return {
    clock,
    providers,
    controls: new Map(made.map(({ name, controls }) => [name, controls])),
    targets,
    books: zeroBooks(),
    sizes: options.sizes(luck),
    end() {
      if (timer !== undefined) clock.disarm(timer);
      clock.stop();
    },
  };
}

/** Tables of a model's errors, each made once; its own dialect has the options of its provider. */
function errorsOf(model: string, own: Dialect | undefined): Target['errors'] {
  const tables = new Map<string, ErrorTable>();
  return (dialect) => {
    let table = tables.get(dialect.name);
    if (table === undefined) {
      table = (own?.name === dialect.name ? own : dialect).errors(model);
      tables.set(dialect.name, table);
    }
    return table;
  };
}

/** `provider/model`, and the bare name where one provider alone has it. */
function targetsOf(
  providers: ReadonlyMap<string, Provider>,
  { spoken, providers: specs }: Pick<LifeOptions, 'spoken' | 'providers'>,
): ReadonlyMap<string, Target> {
  const targets = new Map<string, Target>();
  const bare = new Map<string, Target | undefined>();
  for (const [provider, { models, serve, background }] of providers) {
    const batch = specs[provider]?.batch ?? usualBatch;
    for (const [name, model] of models) {
      const [one, behind] = [serve(name), background(name)];
      if (one === undefined || behind === undefined) continue;
      const errors = errorsOf(name, spoken.get(provider));
      const target = { name: model.target, model, serve: one, background: behind, tally: zeroTally(), batch, errors };
      targets.set(`${provider}/${name}`, target);
      bare.set(name, bare.has(name) ? undefined : target);
    }
  }
  for (const [name, target] of bare) if (target !== undefined && !targets.has(name)) targets.set(name, target);
  return targets;
}

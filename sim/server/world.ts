import type { CurveScope } from '../curves/curve.ts';
import { scopeFor } from '../curves/scope.ts';
import type { Dialect, ErrorTable } from '../dialects/dialect.ts';
import { dialectOf } from '../dialects/registry.ts';
import { after, eventClass, type Timer } from '../kernel/clock.ts';
import { Luck, type Stream } from '../kernel/random.ts';
import { type RealTime, WallClock } from '../kernel/wall-clock.ts';
import type { Model } from '../provider/model.ts';
import { createProvider, type Provider, prefixOf, type Serve } from '../provider/provider.ts';
import type { ProviderSpec } from '../provider/spec.ts';
import { type Books, type Tally, zeroBooks, zeroTally } from './books.ts';

/** Tokens of one request that says nothing about its own. */
export interface Sizes {
  readonly output: number;
  readonly maxTokens: number;
}

export interface WorldOptions {
  readonly name: string;
  readonly seed: number;
  /** Folder that relative names of curves start from. */
  readonly folder: string;
  readonly time: { readonly start: string; readonly zone: string; readonly length: number };
  readonly providers: Readonly<Record<string, ProviderSpec>>;
  /** Sizes of the request with this index, with this luck. */
  readonly sizes: (luck: Luck) => (entity: number) => Sizes;
  /** Where in the scenario's time it begins, ms after its start. */
  readonly atMs: number;
  readonly realTime: RealTime;
}

/** One model as clients name it. */
export interface Target {
  readonly name: string;
  readonly model: Model;
  readonly serve: Serve;
  readonly tally: Tally;
  /** Its errors, in its provider's own dialect or in another one. */
  errors(dialect: Dialect): ErrorTable;
}

/** The scenario's providers in real time. */
export interface World {
  readonly name: string;
  readonly seed: number;
  readonly clock: WallClock;
  /** The machine's own. */
  readonly realTime: RealTime;
  readonly calendar: CurveScope;
  readonly providers: ReadonlyMap<string, Provider>;
  /** By every name that means one model. */
  readonly targets: ReadonlyMap<string, Target>;
  /** What the providers speak, in their order, each once. */
  readonly dialects: readonly Dialect[];
  readonly books: Books;
  readonly sizes: (entity: number) => Sizes;
  readonly words: Stream;
  /** Stops time. */
  close(): void;
}

/** Tenants of a pool that nobody asks for come in one go; so often, microseconds, that nobody notices. */
const keepUpEvery = 5_000_000;

/** The models by the names that reports give them. */
export function namesOf({ targets }: World): readonly string[] {
  return [...new Set([...targets.values()].map(({ name }) => name))];
}

/** Milliseconds since 1970 at the world's instant. */
export function epochMs({ calendar, clock }: World): number {
  return calendar.startEpochMs + clock.now() / 1000;
}

export function epochSeconds(world: World): number {
  return Math.floor(epochMs(world) / 1000);
}

/** Providers of a scenario, with everybody else who uses them, from `atMs` on. */
export function createWorld(options: WorldOptions): World {
  const { name, seed, folder, time, realTime } = options;
  const luck = new Luck(seed, 0);
  const calendar = scopeFor({ ...time, seed, replication: 0, folder });
  const startsAt = Math.round(options.atMs * 1000);
  const clock = new WallClock(realTime, startsAt);
  const tallies = new Map<string, Tally>();
  const scope = {
    clock,
    luck,
    calendar,
    startsAt,
    end: Number.POSITIVE_INFINITY,
    billed: (_: unknown, model: Model, input: number, output: number): void => {
      const tally = tallies.get(model.target);
      if (tally === undefined) return;
      tally.inputTokens += input;
      tally.outputTokens += output;
    },
  };
  const names = Object.keys(options.providers);
  const providers = new Map(
    Object.entries(options.providers).map(([provider, spec]) => {
      return [provider, createProvider(prefixOf(provider, names), spec, scope)] as const;
    }),
  );
  const spoken = new Map(Object.entries(options.providers).map(([provider, spec]) => [provider, dialectOf(spec.dialect)]));
  const targets = targetsOf(providers, spoken);
  for (const { model, tally } of targets.values()) tallies.set(model.target, tally);
  let timer: Timer | undefined;
  const keepUp = (): void => {
    for (const { pools } of providers.values()) for (const pool of pools.values()) pool.begin();
    timer = after(clock, keepUpEvery, keepUp, eventClass.tenants);
  };
  clock.event(keepUp);
  return {
    name,
    seed,
    clock,
    realTime,
    calendar,
    providers,
    targets,
    dialects: distinct([...spoken.values()]),
    books: zeroBooks(),
    sizes: options.sizes(luck),
    words: luck.stream('words'),
    close() {
      if (timer !== undefined) clock.disarm(timer);
      clock.stop();
    },
  };
}

/** The first of each name. */
function distinct(dialects: readonly Dialect[]): readonly Dialect[] {
  return dialects.filter(({ name }, index) => dialects.findIndex((other) => other.name === name) === index);
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
function targetsOf(providers: ReadonlyMap<string, Provider>, spoken: ReadonlyMap<string, Dialect>): ReadonlyMap<string, Target> {
  const targets = new Map<string, Target>();
  const bare = new Map<string, Target | undefined>();
  for (const [provider, { models, serve }] of providers) {
    for (const [name, model] of models) {
      const one = serve(name);
      if (one === undefined) continue;
      const target = { name: model.target, model, serve: one, tally: zeroTally(), errors: errorsOf(name, spoken.get(provider)) };
      targets.set(`${provider}/${name}`, target);
      bare.set(name, bare.has(name) ? undefined : target);
    }
  }
  for (const [name, target] of bare) if (target !== undefined && !targets.has(name)) targets.set(name, target);
  return targets;
}

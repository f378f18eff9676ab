import type { CurveScope } from '../curves/curve.ts';
import { type Pace, paceOf } from '../curves/pace.ts';
import { scopeFor } from '../curves/scope.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { dialectOf } from '../dialects/registry.ts';
import { Luck, type Stream } from '../kernel/random.ts';
import type { RealTime } from '../kernel/wall-clock.ts';
import type { ProviderSpec } from '../provider/spec.ts';
import type { Watcher } from './attempt-record.ts';
import { type Batches, createBatches } from './batches/batches.ts';
import { type Billed, beginLife, type Life, type ServedClock, type Sizes } from './life.ts';

export interface WorldOptions {
  readonly name: string;
  readonly seed: number;
  /** Which of the runs with this seed; default 0. */
  readonly replication?: number | undefined;
  /** Folder that relative names of curves start from. */
  readonly folder: string;
  readonly time: { readonly start: string; readonly zone: string; readonly length: number };
  readonly providers: Readonly<Record<string, ProviderSpec>>;
  /** Sizes of the request with this index, with this luck. */
  readonly sizes: (luck: Luck) => (entity: number) => Sizes;
  /** Where in the scenario's time it begins, ms after its start. */
  readonly atMs: number;
  /** Until when spells and tenants are counted, microseconds; default for ever. */
  readonly endsAt?: number | undefined;
  /** Told of everything that is billed. */
  readonly billed?: Billed | undefined;
  /** How many times as fast as its clock the scenario's day passes; default 1. */
  readonly daySpeed?: number | undefined;
  /** Of the clock. */
  readonly realTime: RealTime;
  /** Instead of one of real time, for a world that is not reset. */
  readonly clock?: ServedClock | undefined;
  /** Of whoever looks on; default `realTime`. */
  readonly watchTime?: RealTime | undefined;
  /** The machine's calendar: milliseconds since 1970. */
  readonly wallMs: () => number;
}

/** The scenario's providers in real time. All of `Life` is another one after a reset: it is asked for, not kept. */
export interface World extends Omit<Life, 'end'> {
  readonly name: string;
  readonly seed: number;
  /** Microseconds after the scenario's start. */
  readonly startsAt: number;
  readonly calendar: CurveScope;
  readonly pace: Pace;
  readonly watchTime: RealTime;
  wallMs(): number;
  /** Told of every request that is over. */
  readonly watchers: Watcher[];
  /** What the providers speak, in their order, each once. */
  readonly dialects: readonly Dialect[];
  readonly words: Stream;
  readonly batches: Batches;
  /** Everything as at the start. Open answers are to be ended before. */
  reset(): void;
  /** Stops time. */
  close(): void;
}

/** The models by the names that reports give them. */
export function namesOf({ targets }: World): readonly string[] {
  return [...new Set([...targets.values()].map(({ name }) => name))];
}

/** Milliseconds since 1970 at the world's instant, by its clock. */
export function epochMs({ calendar, clock }: World): number {
  return calendar.startEpochMs + clock.now() / 1000;
}

export function epochSeconds(world: World): number {
  return Math.floor(epochMs(world) / 1000);
}

/** Where in the scenario's day the world is, ms after its start, rounded down. */
export function dayNowMs({ clock, pace }: World): number {
  return Math.floor(pace.toDay(clock.now()) / 1000);
}

/** Providers of a scenario, with everybody else who uses them, from `atMs` on. */
export function createWorld(options: WorldOptions): World {
  const { name, seed, replication = 0, folder, time, providers, sizes, endsAt, billed, realTime, clock } = options;
  const calendar = scopeFor({ ...time, seed, replication, folder });
  const startsAt = Math.round(options.atMs * 1000);
  const pace = paceOf(options.daySpeed ?? 1, startsAt);
  const spoken = new Map(Object.entries(providers).map(([provider, spec]) => [provider, dialectOf(spec.dialect)]));
  const begin = (): Life =>
    beginLife({ seed, replication, providers, spoken, calendar, pace, startsAt, sizes, endsAt, billed, realTime, clock });
  const words = new Luck(seed, replication).stream('words');
  let life = begin();
  const batchesOf = (): Batches => createBatches({ life, startEpochMs: calendar.startEpochMs, words });
  let batches = batchesOf();
  return {
    name,
    seed,
    startsAt,
    calendar,
    pace,
    watchTime: options.watchTime ?? realTime,
    wallMs: options.wallMs,
    watchers: [],
    dialects: distinct([...spoken.values()]),
    words,
    get batches() {
      return batches;
    },
    get clock() {
      return life.clock;
    },
    get providers() {
      return life.providers;
    },
    get controls() {
      return life.controls;
    },
    get targets() {
      return life.targets;
    },
    get books() {
      return life.books;
    },
    get sizes() {
      return life.sizes;
    },
    reset() {
      life.end();
      life = begin();
      batches = batchesOf();
    },
    close: () => life.end(),
  };
}

/** The first of each name. */
function distinct(dialects: readonly Dialect[]): readonly Dialect[] {
  return dialects.filter(({ name }, index) => dialects.findIndex((other) => other.name === name) === index);
}

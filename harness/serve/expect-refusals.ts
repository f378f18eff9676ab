import { compileCurve } from '../../sim/curves/compile.ts';
import type { CurveScope } from '../../sim/curves/curve.ts';
import { maxBetween } from '../../sim/curves/read.ts';
import { scopeFor } from '../../sim/curves/scope.ts';
import { after, eventClass, Timer } from '../../sim/kernel/clock.ts';
import { Luck } from '../../sim/kernel/random.ts';
import type { Listener } from '../../sim/kernel/transport.ts';
import { VirtualClock } from '../../sim/kernel/virtual-clock.ts';
import { createProvider, prefixOf, type Serve } from '../../sim/provider/provider.ts';
import type { ProviderSpec } from '../../sim/provider/spec.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { arrivalScope } from '../workload/arrival-scope.ts';
import type { Arrival } from '../workload/arrivals/arrivals.ts';
import { createArrivals } from '../workload/arrivals/registry.ts';
import { compileSizes } from '../workload/sizes.ts';

/** How often first attempts at the workload's model are refused, for want of capacity or by a quota. */
export interface Refusals {
  readonly attempts: number;
  readonly refused: number;
}

export interface Expectation {
  /** What was looked at: from the start of the scenario, ms. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Of requests that are alone. */
  readonly alone: Refusals;
  /** Of the scenario's own, each tried once; undefined when they wait for answers, or are too many to be tried out. */
  readonly own: (Refusals & { readonly perSecond: number }) | undefined;
}

const hourMs = 3_600_000;
const replications = 10;
/** Events of others, and arrivals of ours, that are spent on this. */
const mostTenants = 2_000_000;
const mostArrivals = 2_000_000;
/** From one request that is alone to the next, microseconds in the mean. */
const aloneEvery = 10_000_000;

/**
 * What to expect in the hour from `atMs` on, by sending attempts to the same provider in virtual time, in up to ten
 * replications: requests that are alone, and those of the workload.
 */
export function expectRefusals(scenario: Scenario, atMs: number): Expectation {
  const { spec, model } = servedModel(scenario);
  const perSecond = tenantsPerSecond(scenario, spec, model, atMs);
  const affordable = mostTenants / Math.max(perSecond, 1e-9) / 2;
  const toMs = Math.min(scenario.time.length, atMs + hourMs, atMs + Math.max(10_000, affordable * 1000));
  const rounds = Math.max(1, Math.min(replications, Math.floor((affordable * 1000) / (toMs - atMs))));
  const alone = { attempts: 0, refused: 0 };
  const own = { attempts: 0, refused: 0 };
  let left = mostArrivals;
  let ownRounds = 0;
  for (let replication = 0; replication < rounds; replication++) {
    const trial = { scenario, replication, atMs, toMs };
    add(alone, tryOut(trial, undefined));
    const arrivals = left > 0 ? arrivalsOf(trial, left) : undefined;
    if (arrivals === undefined) continue;
    left -= arrivals.drawn;
    ownRounds += 1;
    add(own, tryOut(trial, arrivals.list));
  }
  const seconds = (ownRounds * (toMs - atMs)) / 1000;
  return { fromMs: atMs, toMs, alone, own: own.attempts === 0 ? undefined : { ...own, perSecond: own.attempts / seconds } };
}

function add(sum: { attempts: number; refused: number }, more: Refusals): void {
  sum.attempts += more.attempts;
  sum.refused += more.refused;
}

function servedModel({ providers, workload }: Scenario): { readonly prefix: string; readonly spec: ProviderSpec; readonly model: string } {
  const names = Object.keys(providers);
  for (const [name, spec] of Object.entries(providers)) {
    for (const model of Object.keys(spec.models)) {
      if (workload.model !== model && workload.model !== `${name}/${model}`) continue;
      return { prefix: prefixOf(name, names), spec, model };
    }
  }
  throw new Error(`no model ${workload.model}`);
}

function calendarIn({ time, seed, folder }: Scenario, replication: number): CurveScope {
  return scopeFor({ ...time, seed, replication, folder });
}

/** At most, in the hour that is looked at. */
function tenantsPerSecond(scenario: Scenario, spec: ProviderSpec, model: string, atMs: number): number {
  const pool = spec.pools[spec.models[model]?.pool ?? ''];
  if (pool?.otherTenants === undefined) return 0;
  const calendar = calendarIn(scenario, 0);
  const most = (curve: typeof pool.slots, from: number) => maxBetween(compileCurve(curve, calendar), from, (atMs + hourMs) * 1000);
  return (most(pool.otherTenants.load, atMs * 1000) * most(pool.slots, 0)) / (pool.otherTenants.hold / 1000);
}

interface Trial {
  readonly scenario: Scenario;
  readonly replication: number;
  readonly atMs: number;
  readonly toMs: number;
}

/** Own arrivals of the span; undefined when they wait for answers, or more than `most` would have to be drawn. */
function arrivalsOf(
  { scenario, replication, atMs, toMs }: Trial,
  most: number,
): { readonly list: readonly Arrival[]; readonly drawn: number } | undefined {
  const luck = new Luck(scenario.seed, replication);
  const arrivals = createArrivals(scenario.workload.arrivals, arrivalScope(calendarIn(scenario, replication), luck));
  if (arrivals.kind !== 'open') return undefined;
  const list: Arrival[] = [];
  for (let drawn = 0; drawn < most; drawn++) {
    const next = drawn < (scenario.workload.requests ?? most) ? arrivals.next() : undefined;
    if (next === undefined || next.atMicros >= toMs * 1000) return { list, drawn };
    if (next.atMicros >= atMs * 1000) list.push(next);
  }
  return undefined;
}

/** Sends one attempt for each arrival; without arrivals, attempts that are alone: each leaves again as soon as it has a slot. */
function tryOut({ scenario, replication, atMs, toMs }: Trial, arrivals: readonly Arrival[] | undefined): Refusals {
  const { prefix, spec, model } = servedModel(scenario);
  const clock = new VirtualClock();
  const luck = new Luck(scenario.seed, replication);
  const startsAt = Math.round(atMs * 1000);
  clock.runUntil(startsAt);
  const provider = createProvider(prefix, spec, {
    clock,
    luck,
    calendar: calendarIn(scenario, replication),
    startsAt,
    end: Number.POSITIVE_INFINITY,
    billed: () => {},
  });
  const serve = provider.serve(model);
  if (serve === undefined) throw new Error(`no model ${model}`);
  const gaps = luck.stream('alone');
  const gap = (index: number) => Math.round(-aloneEvery * Math.log(gaps.uniform(index, 0)));
  const caller = new Caller({
    clock,
    serve,
    sizes: compileSizes(scenario.workload.sizes, luck),
    stream: scenario.workload.stream,
    next: arrivals === undefined ? (index, now) => ({ atMicros: now + gap(index) }) : (index) => arrivals[index],
    alone: arrivals === undefined,
    end: toMs * 1000,
  });
  caller.plan(startsAt);
  while (clock.nextAt !== undefined && clock.nextAt < toMs * 1000) clock.step();
  return caller;
}

interface CallerOptions {
  readonly clock: VirtualClock;
  readonly serve: Serve;
  readonly sizes: ReturnType<typeof compileSizes>;
  readonly stream: boolean;
  readonly next: (index: number, now: number) => Arrival | undefined;
  readonly alone: boolean;
  readonly end: number;
}

/** Sends attempts at the times it is given, and counts the refused ones. */
class Caller extends Timer implements Refusals, Listener {
  attempts = 0;
  refused = 0;
  readonly #options: CallerOptions;
  #arrival: Arrival | undefined;

  constructor(options: CallerOptions) {
    super();
    this.#options = options;
  }

  plan(now: number): void {
    const { next, clock, end } = this.#options;
    this.#arrival = next(this.attempts, now);
    if (this.#arrival !== undefined && this.#arrival.atMicros < end) clock.arm(this, this.#arrival.atMicros, eventClass.arrival);
  }

  fire(): void {
    const { serve, sizes, stream, alone, clock } = this.#options;
    const entity = this.attempts;
    const { input, output, maxTokens } = sizes(entity, this.#arrival);
    this.attempts += 1;
    const request = { entity, inputTokens: input, outputTokens: output, maxTokens, stream };
    const sent = serve({ request, target: '', number: 0 }, this, ({ refusedBy }) => {
      if (refusedBy === 'capacity' || refusedBy === 'quota') this.refused += 1;
      // One that stayed would make room, by its end, for the next one.
      if (alone) after(clock, 0, () => sent.cancel('caller'));
    });
    this.plan(clock.now());
  }

  first(): void {}

  end(): void {}
}

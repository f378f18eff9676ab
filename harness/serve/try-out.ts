import type { CurveScope } from '../../sim/curves/curve.ts';
import { paceOf } from '../../sim/curves/pace.ts';
import { scopeFor } from '../../sim/curves/scope.ts';
import { after, eventClass, Timer } from '../../sim/kernel/clock.ts';
import { Luck } from '../../sim/kernel/random.ts';
import type { Listener } from '../../sim/kernel/transport.ts';
import { VirtualClock } from '../../sim/kernel/virtual-clock.ts';
import { createProvider, prefixOf, type Serve } from '../../sim/provider/provider.ts';
import type { ProviderSpec } from '../../sim/provider/spec.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Arrival } from '../workload/arrivals/arrivals.ts';
import { compileSizes } from '../workload/sizes.ts';

/** How often first attempts at the workload's model are refused, for want of capacity or by a quota. */
export interface Refusals {
  readonly attempts: number;
  readonly refused: number;
}

/** A span of one replication of a scenario, in which attempts are tried out; ms after its start. */
export interface Trial {
  readonly scenario: Scenario;
  readonly replication: number;
  readonly atMs: number;
  readonly toMs: number;
  /** How many times as fast as the clock the day passes. */
  readonly daySpeed: number;
}

/** From one request that is alone to the next, microseconds of the day in the mean. */
const aloneEvery = 10_000_000;

/** The workload's model, and the provider that has it. */
export function servedModel({ providers, workload }: Scenario): {
  readonly prefix: string;
  readonly spec: ProviderSpec;
  readonly model: string;
} {
  const names = Object.keys(providers);
  for (const [name, spec] of Object.entries(providers)) {
    for (const model of Object.keys(spec.models)) {
      if (workload.model !== model && workload.model !== `${name}/${model}`) continue;
      return { prefix: prefixOf(name, names), spec, model };
    }
  }
  throw new Error(`no model ${workload.model}`);
}

export function calendarIn({ time, seed, folder }: Scenario, replication: number): CurveScope {
  return scopeFor({ ...time, seed, replication, folder });
}

/** Sends one attempt for each arrival; without arrivals, attempts that are alone: each leaves again as soon as it has a slot. */
export function tryOut({ scenario, replication, atMs, toMs, daySpeed }: Trial, arrivals: readonly Arrival[] | undefined): Refusals {
  const { prefix, spec, model } = servedModel(scenario);
  const clock = new VirtualClock();
  const luck = new Luck(scenario.seed, replication);
  const startsAt = Math.round(atMs * 1000);
  const pace = paceOf(daySpeed, startsAt);
  const end = pace.toClock(toMs * 1000);
  clock.runUntil(startsAt);
  const provider = createProvider(prefix, spec, {
    clock,
    luck,
    calendar: calendarIn(scenario, replication),
    pace,
    startsAt,
    end: Number.POSITIVE_INFINITY,
    billed: () => {},
  });
  const serve = provider.serve(model);
  if (serve === undefined) throw new Error(`no model ${model}`);
  const gaps = luck.stream('alone');
  const gap = (index: number) => Math.round((-aloneEvery / daySpeed) * Math.log(gaps.uniform(index, 0)));
  const caller = new Caller({
    clock,
    serve,
    sizes: compileSizes(scenario.workload.sizes, luck),
    stream: scenario.workload.stream,
    next: arrivals === undefined ? (index, now) => ({ atMicros: now + gap(index) }) : (index) => arrivals[index],
    alone: arrivals === undefined,
    end,
  });
  caller.plan(startsAt);
  while (clock.nextAt !== undefined && clock.nextAt < end) clock.step();
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

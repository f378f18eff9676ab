import { compileCurve } from '../../sim/curves/compile.ts';
import type { CurveScope } from '../../sim/curves/curve.ts';
import { scopeFor } from '../../sim/curves/scope.ts';
import type { Clock } from '../../sim/kernel/clock.ts';
import { Luck } from '../../sim/kernel/random.ts';
import type { Send } from '../../sim/kernel/transport.ts';
import type { FoundSpell } from '../alarm/found-spell.ts';
import { type AlarmWatch, createWatch } from '../alarm/watch.ts';
import { createFleet, type FleetScope, type Takers } from '../client/fleet.ts';
import { inFrontOf } from '../client/in-front.ts';
import type { Observer } from '../client/observer.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Modules } from '../strategy/custom.ts';
import type { StrategySpec } from '../strategy/spec.ts';
import { arrivalScope } from '../workload/arrival-scope.ts';
import { createArrivals } from '../workload/arrivals/registry.ts';
import { compileSizes } from '../workload/sizes.ts';
import type { Generator } from './books.ts';
import { createGenerator } from './generator.ts';
import type { Recorder, RecorderOptions } from './recorder.ts';
import type { Ticket } from './ticket.ts';
import { createTimeline } from './timeline.ts';

/** One strategy in one replication. */
export interface Job {
  readonly scenario: Scenario;
  readonly strategyIndex: number;
  readonly replication: number;
  readonly raw: boolean;
  /** Also why requests go past targets, which nobody reads but `explain`. */
  readonly explained?: true;
}

/** What a replication is made of beside the job: the same for client and provider, wherever they are. */
export interface Surroundings {
  readonly luck: Luck;
  readonly calendar: CurveScope;
  /** End of the window, microseconds; and of the run (Infinity: when every request has its outcome). */
  readonly end: number;
  readonly until: number;
}

export function surroundingsOf({ scenario, replication }: Pick<Job, 'scenario' | 'replication'>): Surroundings {
  const { time, seed, folder } = scenario;
  const end = Math.round(time.length * 1000);
  return {
    luck: new Luck(seed, replication),
    calendar: scopeFor({ ...time, seed, replication, folder }),
    end,
    until: time.drain === 'unlimited' ? Number.POSITIVE_INFINITY : end + Math.round(time.drain * 1000),
  };
}

/** What differs between virtual time and a live run: it comes in through the door. */
export interface Door {
  readonly clock: Clock;
  readonly modules: Modules;
  readonly recorder: (options: RecorderOptions) => Recorder;
  /** The transport to one target, and the quality of its model. */
  send(target: string): Send;
  quality(target: string): number;
  /** Its context, tokens. */
  context?(target: string): number | undefined;
  /** Who takes the requests; default clients of ours, made of the strategy. */
  takers?(observer: Observer): Takers;
  /** Hears of alarms as they are found. */
  alarmed?(spell: FoundSpell, state: 'raised' | 'cleared'): void;
}

/** The client's side of a job: strategy, workload and what they write down. */
export interface ClientSide {
  readonly recorder: Recorder;
  readonly fleet: Takers;
  readonly generator: Generator;
}

/** Arms the first arrivals; everything else follows from the clock. */
export function createClientSide(job: Job, { luck, calendar, end }: Surroundings, door: Door): ClientSide {
  const { scenario, replication, raw } = job;
  const { time, workload } = scenario;
  const strategy = scenario.strategies[job.strategyIndex];
  if (strategy === undefined) throw new Error(`no strategy number ${job.strategyIndex}`);
  const warmUp = Math.round(time.warmUp * 1000);
  const curve: FleetScope['curve'] = (spec) => compileCurve(spec, calendar, 'limit');
  const front = inFrontOf(strategy, { clock: door.clock, luck, end, curve });
  const observer: Observer = {
    ...(job.explained && { passedOver: (...event) => recorder.passedOver(...event) }),
    sent: (...event: Parameters<Recorder['sent']>) => recorder.sent(...event),
    ended(...event: Parameters<Recorder['ended']>) {
      recorder.ended(...event);
      if (front !== undefined && (event[0] as Ticket).attempts === 1) front.firstEnded(event[3]);
    },
  };
  const scope: FleetScope = {
    clients: workload.clients,
    clock: door.clock,
    luck,
    modules: door.modules,
    observer,
    expects: workload.expects,
    curve,
    send: (target) => door.send(target),
    context: (target) => door.context?.(target),
  };
  const fleet = door.takers?.(observer) ?? createFleet(strategy, scope);
  const recorder = door.recorder({
    clock: door.clock,
    replication,
    warmUp,
    end,
    targets: fleet.targets.map((name) => ({ name, quality: door.quality(name) })),
    timeline: createTimeline(time.length, fleet.permits.length > 0),
    good: scenario.good,
    limited: waits(strategy, fleet),
    raw,
    alarms: alarmsOf(scenario, door),
  });
  const generator = createGenerator({
    clock: door.clock,
    workload,
    arrivals: createArrivals(workload.arrivals, arrivalScope(calendar, luck)),
    sizes: compileSizes(workload.sizes, luck),
    think: luck.stream('think'),
    urgent: luck.stream('urgent'),
    clients: front === undefined ? fleet.clients : fleet.clients.map((client) => front.before(client)),
    recorder,
    warmUp,
    end,
    checkpoint: strategy.checkpoint,
    again: strategy['submit-poll'] !== undefined,
  });
  return { recorder, fleet, generator };
}

/** Requests may wait for something else than the time between two attempts. */
function waits({ park, code, 'submit-poll': jobs }: StrategySpec, { permits }: Takers): boolean {
  return permits.length > 0 || park !== undefined || code !== undefined || jobs !== undefined;
}

function alarmsOf({ alarm: rules, time }: Scenario, door: Door): AlarmWatch | undefined {
  if (rules === undefined) return undefined;
  return createWatch({ rules, warmUpMs: time.warmUp, endMs: time.length, tell: door.alarmed?.bind(door) });
}

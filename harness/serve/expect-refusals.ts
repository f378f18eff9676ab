import { compileCurve } from '../../sim/curves/compile.ts';
import { maxBetween } from '../../sim/curves/read.ts';
import { Luck } from '../../sim/kernel/random.ts';
import type { ProviderSpec } from '../../sim/provider/spec.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { arrivalScope } from '../workload/arrival-scope.ts';
import type { Arrival } from '../workload/arrivals/arrivals.ts';
import { createArrivals } from '../workload/arrivals/registry.ts';
import { calendarIn, type Refusals, servedModel, type Trial, tryOut } from './try-out.ts';

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
/** A shorter span says nothing, ms. */
const shortestMs = 10_000;

/**
 * What to expect in the hour from `atMs` on, by sending attempts to the same provider in virtual time, in up to ten
 * replications: requests that are alone, and those of the workload. Of a day that passes faster than its requests, nobody
 * knows how many of its own would come.
 */
export function expectRefusals(scenario: Scenario, atMs: number, daySpeed = 1): Expectation {
  const { spec, model } = servedModel(scenario);
  const perSecond = tenantsPerSecond(scenario, spec, model, atMs) / daySpeed;
  // Half for the requests that are alone, half for those of the workload.
  const affordableMs = (mostTenants / Math.max(perSecond, 1e-9) / 2) * 1000;
  const toMs = Math.min(scenario.time.length, atMs + hourMs, atMs + Math.max(shortestMs, affordableMs));
  const rounds = Math.max(1, Math.min(replications, Math.floor(affordableMs / (toMs - atMs))));
  const alone = { attempts: 0, refused: 0 };
  const own = { attempts: 0, refused: 0 };
  let left = mostArrivals;
  let ownRounds = 0;
  for (let replication = 0; replication < rounds; replication++) {
    const trial = { scenario, replication, atMs, toMs, daySpeed };
    add(alone, tryOut(trial, undefined));
    const arrivals = left > 0 && daySpeed === 1 ? arrivalsOf(trial, left) : undefined;
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

/** At most, in the hour that is looked at. */
function tenantsPerSecond(scenario: Scenario, spec: ProviderSpec, model: string, atMs: number): number {
  const pool = spec.pools[spec.models[model]?.pool ?? ''];
  if (pool?.otherTenants === undefined) return 0;
  const calendar = calendarIn(scenario, 0);
  const most = (curve: typeof pool.slots, from: number) => maxBetween(compileCurve(curve, calendar), from, (atMs + hourMs) * 1000);
  return (most(pool.otherTenants.load, atMs * 1000) * most(pool.slots, 0)) / (pool.otherTenants.hold / 1000);
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

import { formatWallTime, hourMs, parseWallTime } from '../../sim/curves/calendar.ts';
import { compileCurve } from '../../sim/curves/compile.ts';
import type { Steps } from '../../sim/curves/curve.ts';
import { meanOf } from '../../sim/curves/read.ts';
import { Luck } from '../../sim/kernel/random.ts';
import { compileService } from '../../sim/provider/latency.ts';
import type { ModelSpec, PoolSpec } from '../../sim/provider/spec.ts';
import { arrivalScope } from '../workload/arrival-scope.ts';
import { createArrivals } from '../workload/arrivals/registry.ts';
import { compileSizes } from '../workload/sizes.ts';
import { erlangB } from './erlang-b.ts';
import { modelOf } from './resolve.ts';
import { firstCalendar } from './run-faults.ts';
import type { Scenario } from './scenario.ts';

/** What to expect of a run, from formulas and the first replication's arrivals; nothing is simulated. */
export interface Estimate {
  /** Own arrivals of the first replication. */
  readonly requests: number;
  /** Arrivals of other tenants in one replication, of the pool of the workload's model. */
  readonly tenantArrivals: number;
  /** Strategies (variants included) × replications. */
  readonly jobs: number;
  /** The pool of the workload's model. */
  readonly pool: string;
  /** Hour by hour from the start; the last one may be shorter. */
  readonly hours: readonly HourEstimate[];
  /** Position in `hours` of the largest load on the slots. */
  readonly busiest: number;
  /**
   * Share refused in the busiest hour by Erlang's loss formula; null where it does not hold: a queue, a slowdown, or
   * arrivals that wait for answers.
   */
  readonly erlangB: number | null;
  /** Rough time of the whole run on one core. */
  readonly cpuSeconds: number;
}

/** Loads are in Erlang: arrivals × mean time in service, the slots that would be busy if there were always one free. */
export interface HourEstimate {
  /** Wall time at which it begins, such as 2026-03-02T15:00 (by the offset of the run's start). */
  readonly from: string;
  readonly requests: number;
  readonly ownErlang: number;
  readonly tenantErlang: number;
  readonly slots: number;
}

/** Counting stops here; rates are then known well enough. */
const mostArrivals = 5_000_000;

/** Measured on the built-in day: microseconds for one own request with its attempts, and for one tenant's call. */
const microsPerRequest = 8;
const microsPerTenant = 0.6;

export function estimate(scenario: Scenario): Estimate {
  const { time, strategies, replications } = scenario;
  const { model, pool, poolName } = poolOf(scenario);
  const calendar = firstCalendar(scenario);
  const count = Math.max(1, Math.ceil(time.length / hourMs));
  const own = ownLoad(scenario, model, count);
  const slots = compileCurve(pool.slots, calendar, `${poolName}/slots`);
  const load = pool.otherTenants === undefined ? undefined : compileCurve(pool.otherTenants.load, calendar, `${poolName}/load`);
  const start = parseWallTime(time.start) ?? 0;
  const hours = Array.from({ length: count }, (_, hour): HourEstimate => {
    const from = hour * hourMs;
    const to = Math.min(time.length, from + hourMs);
    const mean = (steps: Steps) => meanOf(steps, from * 1000, to * 1000);
    return {
      from: formatWallTime(start + from),
      requests: own.requests[hour] ?? 0,
      ownErlang: (own.serviceMs[hour] ?? 0) / (to - from),
      tenantErlang: load === undefined ? 0 : mean(load) * mean(slots),
      slots: mean(slots),
    };
  });
  const busiest = hours.reduce((best, hour, index) => (share(hour) > share(hours[best]) ? index : best), 0);
  const requests = own.requests.reduce((sum, each) => sum + each, 0);
  const tenantArrivals = pool.otherTenants === undefined ? 0 : tenantCalls(hours, pool.otherTenants.hold, time.length);
  const jobs = strategies.length * replications;
  const erlang = own.open && pool.queue.length === 0 && pool.slowdown === undefined;
  return {
    requests,
    tenantArrivals,
    jobs,
    pool: poolName,
    hours,
    busiest,
    erlangB: erlang ? blockedIn(hours[busiest]) : null,
    cpuSeconds: (jobs * (requests * microsPerRequest + tenantArrivals * microsPerTenant)) / 1e6,
  };
}

function share(hour: HourEstimate | undefined): number {
  return hour === undefined || hour.slots === 0 ? 0 : (hour.ownErlang + hour.tenantErlang) / hour.slots;
}

function poolOf({ providers, workload }: Scenario): { readonly model: ModelSpec; readonly pool: PoolSpec; readonly poolName: string } {
  const found = modelOf(workload.model, providers);
  const pool = found?.provider.pools[found.model.pool];
  if (found === undefined || pool === undefined) throw new Error(`no model ${workload.model}`);
  return { model: found.model, pool, poolName: found.model.pool };
}

function tenantCalls(hours: readonly HourEstimate[], holdMs: number, lengthMs: number): number {
  const calls = hours.map(({ tenantErlang }, hour) => (tenantErlang * Math.min(hourMs, lengthMs - hour * hourMs)) / holdMs);
  return Math.round(calls.reduce((sum, each) => sum + each, 0));
}

/** Requests and their summed mean service times, by hour. */
function ownLoad(
  { time, workload, seed, ...scenario }: Scenario,
  model: ModelSpec,
  count: number,
): { readonly open: boolean; readonly requests: number[]; readonly serviceMs: number[] } {
  const luck = new Luck(seed, 0);
  const arrivals = createArrivals(workload.arrivals, arrivalScope(firstCalendar({ ...scenario, time, workload, seed }), luck));
  const service = compileService(model);
  const sizes = compileSizes(workload.sizes, luck);
  const requests = new Array<number>(count).fill(0);
  const serviceMs = new Array<number>(count).fill(0);
  const most = Math.min(workload.requests ?? mostArrivals, mostArrivals);
  const add = (atMs: number, times: number, ms: number): void => {
    const hour = Math.min(count - 1, Math.floor(atMs / hourMs));
    requests[hour] = (requests[hour] ?? 0) + times;
    serviceMs[hour] = (serviceMs[hour] ?? 0) + times * ms;
  };
  const meanMs = (entity: number, traced?: Parameters<typeof sizes>[1]): number => {
    const { input, output } = sizes(entity, traced);
    return service.meanMs(input, output);
  };
  if (arrivals.kind === 'batch') add(arrivals.atMs, Math.min(arrivals.jobs, most), meanMs(0));
  else if (arrivals.kind === 'users') {
    // Each user asks once a think time and an answer.
    const cycle = arrivals.thinkMs + meanMs(0);
    for (let hour = 0; hour < count; hour += 1) {
      const length = Math.min(hourMs, time.length - hour * hourMs);
      add(hour * hourMs, Math.round((arrivals.count * length) / cycle), meanMs(hour));
    }
  } else {
    for (let entity = 0; entity < most; entity += 1) {
      const next = arrivals.next();
      if (next === undefined || next.atMicros >= time.length * 1000) break;
      add(next.atMicros / 1000, 1, meanMs(entity, next));
    }
  }
  return { open: arrivals.kind === 'open', requests, serviceMs };
}

function blockedIn(hour: HourEstimate | undefined): number | null {
  return hour === undefined ? null : erlangB(hour.ownErlang + hour.tenantErlang, Math.floor(hour.slots));
}

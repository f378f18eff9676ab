import { compileCurve } from '../../sim/curves/compile.ts';
import type { CurveScope, Steps } from '../../sim/curves/curve.ts';
import { meanOf } from '../../sim/curves/read.ts';
import { scopeFor } from '../../sim/curves/scope.ts';
import type { Registry } from '../../sim/kernel/plugin.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { Luck } from '../../sim/kernel/random.ts';
import { tagOf } from '../../sim/kernel/tagged.ts';
import { compileFaults } from '../../sim/provider/faults/compile.ts';
import type { CurveSpec, ProviderSpec } from '../../sim/provider/spec.ts';
import type { Limit, LimitScope } from '../strategy/limit/limit.ts';
import { limits } from '../strategy/limit/registry.ts';
import { arrivalScope } from '../workload/arrival-scope.ts';
import { createArrivals } from '../workload/arrivals/registry.ts';
import { mostRequests, mostTenantArrivals } from '../workload/bounds.ts';
import type { Fault } from './faults.ts';
import { type Path, parsePath } from './paths.ts';
import type { Scenario } from './scenario.ts';

/** What `compile` gives; undefined when it is the user's fault that it cannot, which is noted. */
type Attempt = <Made>(path: Path, compile: () => Made) => Made | undefined;

/** The calendar of a scenario's first replication. */
export function firstCalendar(scenario: Scenario): CurveScope {
  return scopeFor({ ...scenario.time, seed: scenario.seed, replication: 0, folder: scenario.folder });
}

/** What only shows when curves, arrivals and faults are made ready for a run: times before its start, shapes that ask too much. */
export function runFaults(scenario: Scenario): Fault[] {
  const faults: Fault[] = [];
  const attempt: Attempt = (path, compile) => {
    try {
      return compile();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      for (const { key, message } of error.problems) faults.push({ path: within(path, key), at: 'value', message });
      return undefined;
    }
  };
  const calendar = firstCalendar(scenario);
  const names = Object.keys(scenario.providers);
  for (const [name, provider] of Object.entries(scenario.providers)) {
    const at = names.length === 1 && name === 'default' ? ['provider'] : ['providers', name];
    providerFaults(provider, at, calendar, attempt);
  }
  attempt(['workload', 'arrivals'], () => boundedArrivals(scenario, calendar));
  const scope = { curve: (spec: CurveSpec) => compileCurve(spec, calendar, 'limit') };
  for (const [index, { limit }] of scenario.strategies.entries()) {
    if (limit === undefined || limit.rule.custom !== undefined) continue;
    const { tag, options } = tagOf(limits, limit.rule);
    attempt(['strategies', index, 'limit', tag], () => (limits as Registry<Limit, LimitScope>)[tag]?.create(options, scope));
  }
  return faults;
}

function providerFaults(provider: ProviderSpec, at: Path, calendar: CurveScope, attempt: Attempt): void {
  for (const [pool, { slots, otherTenants }] of Object.entries(provider.pools)) {
    // The pool of a model with slots of its own is written at the model.
    const owner = Object.hasOwn(provider.models, pool) && provider.models[pool]?.pool === pool ? 'models' : 'pools';
    const places = attempt([...at, owner, pool, 'slots'], () => compileCurve(slots, calendar, `${pool}/slots`));
    if (otherTenants === undefined) continue;
    const tenants = [...at, owner, pool, 'otherTenants'];
    const load = attempt([...tenants, 'load'], () => compileCurve(otherTenants.load, calendar, `${pool}/load`));
    if (places === undefined || load === undefined) continue;
    attempt([...tenants, 'hold'], () => boundedTenants({ places, load, holdMs: otherTenants.hold, lengthMs: calendar.lengthMs }));
  }
  attempt(at, () => compileFaults(provider.faults, { calendar, spec: provider }));
}

/** How many arrivals are looked at before it is guessed how many there will be. */
const sample = 200_000;

/** InputError when the first replication has more requests than any may have. */
function boundedArrivals({ workload, time, seed }: Scenario, calendar: CurveScope): void {
  const arrivals = createArrivals(workload.arrivals, arrivalScope(calendar, new Luck(seed, 0)));
  if (arrivals.kind !== 'open' || workload.requests !== undefined) return;
  const end = time.length * 1000;
  for (let count = 1; count <= mostRequests; count += 1) {
    const next = arrivals.next();
    if (next === undefined || next.atMicros >= end) return;
    if (count % sample === 0 && (count / next.atMicros) * end <= mostRequests) return;
  }
  const message = `more than ${mostRequests} requests in one replication; lower the rate or time.length, or set workload.requests`;
  throw new InputError([{ message }]);
}

interface Tenants {
  readonly places: Steps;
  readonly load: Steps;
  readonly holdMs: number;
  readonly lengthMs: number;
}

/** InputError when other tenants come more often than there is time to simulate. */
function boundedTenants({ places, load, holdMs, lengthMs }: Tenants): void {
  const mean = (steps: Steps) => meanOf(steps, 0, lengthMs * 1000);
  const arrivals = Math.round((mean(load) * mean(places) * lengthMs) / holdMs);
  if (arrivals <= mostTenantArrivals) return;
  const message = `about ${arrivals} arrivals of other tenants in one replication, expected at most ${mostTenantArrivals}; lower load or slots, or lengthen hold`;
  throw new InputError([{ message }]);
}

/** The path that a problem's key names: a whole one, or one inside `path`. Parts of a curve are numbered, not named. */
function within(path: Path, key: string | undefined): Path {
  const parts = key === undefined || key.includes('/') ? undefined : parsePath(key);
  if (parts === undefined) return path;
  const whole = path.every((segment, depth) => String(segment) === parts[depth]);
  if (whole) return /^\d+$/.test(parts[path.length] ?? '') ? path : parts;
  return parts[0] === 'faults' ? [...path, ...parts] : path;
}

import { compileCurve } from '../../sim/curves/compile.ts';
import type { CurveScope } from '../../sim/curves/curve.ts';
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
import type { Fault } from './faults.ts';
import { type Path, parsePath } from './paths.ts';
import type { Scenario } from './scenario.ts';

type Attempt = (path: Path, compile: () => unknown) => void;

/** The calendar of a scenario's first replication. */
export function firstCalendar(scenario: Scenario): CurveScope {
  return scopeFor({ ...scenario.time, seed: scenario.seed, replication: 0, folder: scenario.folder });
}

/** What only shows when curves, arrivals and faults are made ready for a run: times before its start, shapes that ask too much. */
export function runFaults(scenario: Scenario): Fault[] {
  const faults: Fault[] = [];
  const attempt: Attempt = (path, compile) => {
    try {
      compile();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      for (const { key, message } of error.problems) faults.push({ path: within(path, key), at: 'value', message });
    }
  };
  const calendar = firstCalendar(scenario);
  const names = Object.keys(scenario.providers);
  for (const [name, provider] of Object.entries(scenario.providers)) {
    const at = names.length === 1 && name === 'default' ? ['provider'] : ['providers', name];
    providerFaults(provider, at, calendar, attempt);
  }
  attempt(['workload', 'arrivals'], () => createArrivals(scenario.workload.arrivals, arrivalScope(calendar, new Luck(scenario.seed, 0))));
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
    attempt([...at, owner, pool, 'slots'], () => compileCurve(slots, calendar, `${pool}/slots`));
    if (otherTenants !== undefined)
      attempt([...at, owner, pool, 'otherTenants', 'load'], () => compileCurve(otherTenants.load, calendar, `${pool}/load`));
  }
  attempt(at, () => compileFaults(provider.faults, { calendar, spec: provider }));
}

/** The path that a problem's key names: a whole one, or one inside `path`. */
function within(path: Path, key: string | undefined): Path {
  const parts = key === undefined || key.includes('/') ? undefined : parsePath(key);
  if (parts === undefined) return path;
  return path.every((segment, depth) => String(segment) === parts[depth]) ? parts : parts[0] === 'faults' ? [...path, ...parts] : path;
}

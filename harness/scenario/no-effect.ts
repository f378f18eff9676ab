import type { StrategySpec } from '../strategy/spec.ts';
import type { WorkloadSpec } from '../workload/spec.ts';
import type { Fault } from './faults.ts';
import { type Path, valueAt } from './paths.ts';
import type { Scenario } from './scenario.ts';

/** What is written and changes nothing in a run of this scenario, and why. `written` is the scenario's file as a value. */
export function withoutEffect(scenario: Scenario, written: unknown): readonly Fault[] {
  const ofStrategies = scenario.strategies.flatMap((strategy, index) => [
    ...ofStrategy(strategy, scenario.workload, ['strategies', index]),
    ...adaptersBelow(strategy, ['strategies', index]),
  ]);
  // What a preset brings along beside what it is there for is nobody's mistake.
  const meant = ofStrategies.filter(({ path }) => path.length <= ownKey || valueAt(written, path) !== undefined);
  return [...ofWorkload(scenario, written), ...meant];
}

/** Length of the path of a key of a strategy itself. */
const ownKey = 3;

function fault(path: Path, why: string): Fault {
  return { path, at: 'key', message: `has no effect: ${why}` };
}

function ofWorkload({ workload, providers, strategies }: Scenario, written: unknown): readonly Fault[] {
  const faults: Fault[] = [];
  const models = Object.values(providers).flatMap((provider) => Object.values(provider.models));
  if (workload.expects !== undefined && models.every(({ output }) => output === undefined || output.json === 'plain'))
    faults.push(fault(['workload', 'expects'], 'every model answers with JSON alone; output: of a model says how else it writes it'));
  if (workload.urgent < 1 && !strategies.some(looksAtUrgency))
    faults.push(fault(['workload', 'urgent'], 'no strategy defers what is not urgent, or serves what is urgent first'));
  const { batch } = workload.arrivals as { readonly batch?: { readonly crashes: readonly unknown[] } };
  const restart: Path = ['workload', 'arrivals', 'batch', 'restart'];
  if (batch?.crashes.length === 0 && valueAt(written, restart) !== undefined)
    faults.push(fault(restart, 'no crashes: are there to begin anew after'));
  return faults;
}

/** Of a request it looks whether somebody waits for it; nobody knows that of a part of the user's. */
function looksAtUrgency({ defer, limit, over, code }: StrategySpec): boolean {
  const order = limit?.queue.order;
  const name = typeof order === 'string' ? order : Object.keys(order ?? {})[0];
  return (
    defer !== undefined || code !== undefined || name === 'priority' || name === 'custom' || (over !== undefined && looksAtUrgency(over))
  );
}

function ofStrategy(strategy: StrategySpec, workload: WorkloadSpec, path: Path): readonly Fault[] {
  const { checkpoint, adapt, defer, limit, timeout, route, over } = strategy;
  const order = limit?.queue.order;
  const urgent = 'every request is urgent (workload.urgent is 1)';
  const whole = 'answers come whole (workload.stream is false)';
  const found: readonly (readonly [boolean, readonly string[], string])[] = [
    [checkpoint !== undefined && workload.arrivals.batch === undefined, ['checkpoint'], 'only a batch (workload.arrivals.batch) has jobs'],
    [adapt !== undefined && workload.expects === undefined, ['adapt'], 'workload.expects does not say that callers read JSON'],
    [defer !== undefined && workload.urgent >= 1, ['defer'], urgent],
    [(order === 'priority' || isTagged(order, 'priority')) && workload.urgent >= 1, ['limit', 'queue', 'order'], urgent],
    [timeout.firstToken !== undefined && !workload.stream, ['timeout', 'firstToken'], whole],
    [route.afterFirstToken === 'restart' && !workload.stream, ['route', 'afterFirstToken'], whole],
  ];
  const faults = found.flatMap(([holds, keys, why]) => (holds ? [fault([...path, ...keys], why)] : []));
  return over === undefined ? faults : [...faults, ...ofStrategy({ ...over, adapt: undefined }, workload, [...path, 'over'])];
}

function isTagged(choice: unknown, name: string): boolean {
  return typeof choice === 'object' && choice !== null && Object.hasOwn(choice, name);
}

/** Callers read what the client on top hands them. */
function adaptersBelow({ over }: StrategySpec, path: Path): readonly Fault[] {
  if (over === undefined) return [];
  const below: Path = [...path, 'over'];
  const here = over.adapt === undefined ? [] : [fault([...below, 'adapt'], 'callers read what the strategy on top makes of an answer')];
  return [...here, ...adaptersBelow(over, below)];
}

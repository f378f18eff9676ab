import type { ReplicationFold, StrategyFold } from '../fold.ts';
import type { Result } from '../result.ts';

/** What a stored result has to say of its scenario before figures of it may be compared. */
const saidOfScenario = {
  name: 'string',
  hash: 'string',
  seed: 'number',
  replications: 'number',
  paired: 'boolean',
  mode: 'string',
  quick: 'boolean',
  zoneOffsets: 'object',
  resolved: 'object',
} as const;

type Unknown = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function scenarioFaults(scenario: unknown): readonly string[] {
  if (!isObject(scenario)) return ['scenario is absent or no object'];
  return Object.entries(saidOfScenario).flatMap(([key, type]) => {
    const value = scenario[key];
    if (value === undefined) return [`scenario.${key} is absent`];
    if (value === null) return [`scenario.${key} is null`];
    if (value === '') return [`scenario.${key} is empty`];
    if (typeof value !== type) return [`scenario.${key} is no ${type}`];
    if (key === 'replications' && !(Number.isInteger(value) && Number(value) > 0)) return [`scenario.${key} is no whole number above 0`];
    return typeof value === 'number' && !Number.isFinite(value) ? [`scenario.${key} is not a finite number`] : [];
  });
}

/** Numbers of a strategy's replications: from 0, each once, as many as the scenario has. */
function replicationFaults(name: string, replications: unknown, expected: number): readonly string[] {
  if (!Array.isArray(replications)) return [`${name}: replications are absent`];
  const numbers = new Set(replications.map((each: unknown) => (isObject(each) ? each.replication : undefined)));
  // Of so many numbers the first that is lost is at most as large; `expected` may be any number that a file can hold.
  let first = 0;
  while (numbers.has(first)) first++;
  if (first < expected) return [`${name}: holds ${replications.length} of ${expected} replications, without number ${first}`];
  return replications.length === expected ? [] : [`${name}: holds ${replications.length} replications, the scenario has ${expected}`];
}

function strategyFaults(strategies: unknown, expected: number): readonly string[] {
  if (!Array.isArray(strategies) || strategies.length === 0) return ['strategies is absent or empty'];
  const names = strategies.map((each: unknown) => (isObject(each) ? each.name : undefined));
  return strategies.flatMap((each: unknown, index): readonly string[] => {
    const name = names[index];
    if (!isObject(each) || typeof name !== 'string' || name === '') return [`strategies.${index}.name is absent or empty`];
    if (names.indexOf(name) !== index) return [`${name}: stands twice`];
    const { failure, config } = each;
    if (failure === undefined) return [`${name}: failure is absent`];
    if (config === undefined || config === null) return [`${name}: config is absent or null`];
    if (failure !== null) return [`${name}: ended in an error (${failureOf(failure)})`];
    return replicationFaults(name, each.replications, expected);
  });
}

function failureOf(failure: unknown): string {
  if (!isObject(failure)) return 'unknown';
  const { code, message } = failure as { readonly code?: unknown; readonly message?: unknown };
  return [code, message].filter((part) => typeof part === 'string').join(': ');
}

/**
 * Why a stored result cannot be a baseline, each reason with the name of what it is about; empty for one that can. It holds
 * for files that somebody changed or that were cut: nothing of the shape is taken for granted.
 */
export function baselineFaults(value: unknown): readonly string[] {
  if (!isObject(value)) return ['is no stored result'];
  const { schemaVersion, tool, incomplete, scenario, strategies } = value;
  if (schemaVersion !== 1) return [`schemaVersion is ${JSON.stringify(schemaVersion) ?? 'absent'}; this version reads 1`];
  if (!isObject(tool) || tool.name !== 'at-capacity') return ['tool.name is not at-capacity'];
  const faults = [
    ...(typeof tool.version === 'string' && tool.version !== '' ? [] : ['tool.version is absent or empty']),
    ...(typeof incomplete === 'boolean' ? [] : ['incomplete is absent']),
    ...(incomplete === true ? ['is partial: the run that wrote it was interrupted'] : []),
    ...scenarioFaults(scenario),
  ];
  if (faults.length > 0) return faults;
  const { mode, quick, replications, resolved } = scenario as Result['scenario'];
  const parts = isObject(resolved) ? ['workload', 'time', 'strategies'].filter((key) => (resolved[key] ?? null) === null) : ['workload'];
  return [
    ...parts.map((key) => `scenario.resolved.${key} is absent`),
    ...(mode === 'virtual' ? [] : [`is of a run in real time (scenario.mode ${JSON.stringify(mode)})`]),
    ...(quick ? ['is of a run with --quick'] : []),
    ...strategyFaults(strategies, replications),
  ];
}

/** The replications of a strategy with these numbers, in the order of the numbers. */
export function replicationsOf({ replications }: StrategyFold, numbers: readonly number[]): readonly ReplicationFold[] {
  const byNumber = new Map(replications.map((fold) => [fold.replication, fold]));
  return numbers.flatMap((number) => byNumber.get(number) ?? []);
}

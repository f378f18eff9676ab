import { summarise } from '../../reports/result/summarise.ts';
import type { StrategySummary } from '../../reports/result/summary.ts';
import { quick } from '../scenario/quick.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { StrategySpec } from '../strategy/spec.ts';
import { runScenario } from './run.ts';

/** So many requests are enough to see whether a target works. */
const enough = 200;

/** One target of a route, alone on the workload. */
export interface Drilled {
  readonly target: string;
  /** What is made of its answers; undefined: they are read as they come. */
  readonly adapt: string | undefined;
  /** Strategies whose routes it is in. */
  readonly strategies: readonly string[];
  readonly requests: number;
  /** Shares of the requests, 0 … 1; null without any. */
  readonly usable: number | null;
  readonly malformed: number | null;
  /** Of usable answers, ms; null without any. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly costUsd: number | null;
  /** Asked, and gave one usable answer at least. */
  readonly works: boolean;
}

/** A target with an adapter, as strategies have it. */
interface Place {
  readonly target: string;
  readonly adapt: StrategySpec['adapt'];
  readonly timeout: StrategySpec['timeout'];
  readonly strategies: string[];
}

/**
 * Sends a short slice of the workload, 200 requests at most, to every target of every route alone: without retries,
 * limits or another target. Strategies that are code have no route.
 */
export async function drill(scenario: Scenario, signal?: AbortSignal): Promise<readonly Drilled[]> {
  const places = placesOf(scenario);
  if (places.length === 0) return [];
  const result = await runScenario(sliceOf(scenario, places), { workers: 0, signal });
  // The winner's second run would have other luck than its neighbours.
  const { strategies } = summarise({ ...result, fresh: [] });
  return places.flatMap((place, index) => {
    const summary = strategies.find(({ name }) => name === String(index));
    return summary === undefined ? [] : [drilled(place, summary)];
  });
}

function placesOf({ strategies }: Scenario): readonly Place[] {
  const places = new Map<string, Place>();
  for (const { name, adapt, timeout, ...strategy } of strategies) {
    for (const target of targetsOf(strategy)) {
      const key = JSON.stringify([target, adapt]);
      const place = places.get(key) ?? { target, adapt, timeout: strategy.over === undefined ? timeout : {}, strategies: [] };
      if (!place.strategies.includes(name)) place.strategies.push(name);
      places.set(key, place);
    }
  }
  return [...places.values()];
}

/** Where the attempts of a strategy can go: as the innermost client with a route of its own says. */
export function targetsOf({ route, over, code }: Pick<StrategySpec, 'route' | 'over' | 'code'>): readonly string[] {
  if (code !== undefined) return [];
  const inner = over === undefined ? [] : targetsOf(over);
  if (inner.length > 0) return inner;
  return route.floor === undefined || route.ordered.includes(route.floor) ? route.ordered : [...route.ordered, route.floor];
}

/** A scenario with one strategy for each place, named by its index. */
function sliceOf(scenario: Scenario, places: readonly Place[]): Scenario {
  const short = quick(scenario);
  const { requests = enough } = scenario.workload;
  return {
    ...short,
    time: { ...short.time, warmUp: 0 },
    workload: { ...scenario.workload, requests: Math.min(requests, enough) },
    baseline: '0',
    sweep: undefined,
    slo: {},
    strategies: places.map(({ target, adapt, timeout }, index) => alone(String(index), target, { adapt, timeout })),
  };
}

function alone(name: string, target: string, parts: Pick<StrategySpec, 'adapt' | 'timeout'>): StrategySpec {
  return {
    name,
    classify: 'by-shape',
    retry: {
      backoff: { none: {} },
      attempts: 1,
      when: [],
      hint: { use: 'ignore', jitter: 0, max: 0, over: 'give-up' },
    },
    route: { ordered: [target], order: 'retry-first', on: [], afterFirstToken: 'fail' },
    ...parts,
  };
}

function drilled({ target, adapt, strategies }: Place, { requests, latencyMs, costUsd }: StrategySummary): Drilled {
  const share = (count: number): number | null => (requests.started === 0 ? null : count / requests.started);
  return {
    target,
    adapt: adapt === undefined || typeof adapt === 'string' ? adapt : adapt.custom.module.replace(/^.*\//, ''),
    strategies,
    requests: requests.started,
    usable: share(requests.ok),
    malformed: share(requests.failures.malformed),
    p50Ms: latencyMs.ok?.p50 ?? null,
    p95Ms: latencyMs.ok?.p95 ?? null,
    costUsd,
    works: requests.ok > 0,
  };
}

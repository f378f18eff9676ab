import type { Steps } from '../../sim/curves/curve.ts';
import type { Clock } from '../../sim/kernel/clock.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import type { Luck } from '../../sim/kernel/random.ts';
import type { Send } from '../../sim/kernel/transport.ts';
import type { CurveSpec } from '../../sim/provider/spec.ts';
import type { Budget } from '../strategy/budget/budget.ts';
import { createParts, type Parts, perClient, perTarget } from '../strategy/create.ts';
import type { Modules } from '../strategy/custom.ts';
import type { Pace } from '../strategy/pace/pace.ts';
import type { Route } from '../strategy/route/route.ts';
import type { StrategySpec } from '../strategy/spec.ts';
import { Client } from './client.ts';
import type { Gates } from './gates.ts';
import { withHedges } from './hedged-target.ts';
import type { Observer } from './observer.ts';
import { Permits } from './permits.ts';
import { readingTexts } from './read-texts.ts';
import type { Taker } from './settled.ts';
import type { Target } from './target.ts';
import { watchingLimits } from './watch-limits.ts';

export interface FleetScope {
  /** Number of clients. */
  readonly clients: number;
  readonly clock: Clock;
  readonly luck: Luck;
  /** The user's modules, loaded. */
  readonly modules: Modules;
  readonly observer: Observer | undefined;
  /** What callers read of an answer; the outermost client sees to it. */
  readonly expects?: 'json' | undefined;
  /** Hears what requests' parts threw, as in ClientOptions. */
  readonly crashed?: ((error: unknown) => void) | undefined;
  curve(spec: CurveSpec): Steps;
  /** Tokens that a target takes at most, input and answer together; undefined: no bound is known. */
  context?(target: string): number | undefined;
  /** The transport to one target of the world. */
  send(target: string): Send;
}

/** Everybody who takes the requests of one strategy, as a run looks at them. */
export interface Takers {
  readonly clients: readonly Taker[];
  /** Everywhere its attempts can go, the first choice first. */
  readonly targets: readonly string[];
  /** All permits of all layers: one set a client, one a client and target, or one for the fleet. */
  readonly permits: readonly Permits[];
}

/** The same where they are clients of ours. */
export interface Fleet extends Takers {
  readonly clients: readonly Client[];
}

/**
 * The clients of one strategy. Each has its own state; what a limit scopes `per: fleet` is shared. A strategy over
 * another one is a client whose transport is a client.
 */
export function createFleet(strategy: StrategySpec, scope: FleetScope): Fleet {
  if (strategy.code !== undefined)
    throw new InputError([{ message: `strategy ${strategy.name} is code of yours, which only run can take through a day` }]);
  const targets = new Set<string>();
  const permits: Permits[] = [];
  const byLayer: ((client: number, target: string) => Permits)[] = [];
  const budgets: ((client: number) => Budget)[] = [];
  const paces: ((client: number) => Pace)[] = [];

  const paced = isPaced(strategy) ? (target: string) => watchingLimits(scope.send(target)) : scope.send;
  const sendTo = scope.expects === undefined ? paced : (target: string) => readingTexts(paced(target));

  /** A client underneath has one limit (of its own or of a target), budget and pace, whatever the targets that are asked of it. */
  function makerOfPermits(parts: Parts, layer: number): ((client: number, target: string) => Permits) | undefined {
    const { newLimit, newQueue, queueLength, per } = parts;
    if (newLimit === undefined) return undefined;
    byLayer[layer] ??= perTarget(per, () => {
      const made = new Permits({ clock: scope.clock, limit: newLimit(), queue: newQueue(), queueLength });
      permits.push(made);
      return made;
    });
    return byLayer[layer];
  }

  /** Gates for each client; undefined when nothing of the strategy asks for any. */
  function makerOfGates(parts: Parts, layer: number): (client: number, route: Route) => Gates | undefined {
    const { newBudget, newPace, newBreaker } = parts;
    if (newBudget !== undefined) budgets[layer] ??= perClient(parts.budgetPer, newBudget);
    if (newPace !== undefined) paces[layer] ??= perClient(parts.pacePer, newPace);
    const luck = scope.luck.stream(`choice ${layer}`);
    return (client, route) => {
      const budget = budgets[layer]?.(client);
      const pace = paces[layer]?.(client);
      const breakers = newBreaker && route.targets.map(newBreaker);
      const choosy = route.draws === true || route.sent !== undefined || route.ended !== undefined;
      return budget || pace || breakers || choosy ? { budget, pace, breakers, route, luck } : undefined;
    };
  }

  /** `target` is what an outer client chose; a strategy without a route of its own follows it. */
  function maker(spec: StrategySpec, layer: number, target: string | undefined): (client: number) => Client {
    const expects = layer === 0 ? scope.expects : undefined;
    const parts = createParts(spec, { modules: scope.modules, curve: scope.curve, target, expects });
    const permitsOf = makerOfPermits(parts, layer);
    const routeOf = parts.route.ended === undefined && parts.route.sent === undefined ? () => parts.route : () => parts.newRoute();
    const gatesOf = makerOfGates(parts, layer);
    const { over } = spec;
    const ways = parts.route.targets.map((name) => {
      if (over === undefined) targets.add(name);
      const luck = scope.luck.stream(`retry ${layer}`, name);
      const inner = over === undefined ? undefined : maker(over, layer + 1, name);
      const send = inner === undefined ? sendTo(name) : undefined;
      const context = scope.context?.(name);
      return (client: number): Target => ({ name, luck, context, send: send ?? (inner as (client: number) => Client)(client).send });
    });
    return (client) => {
      const route = routeOf();
      const options = {
        clock: scope.clock,
        parts,
        route,
        permits: permitsOf && route.targets.map((name) => permitsOf(client, name)),
        gates: gatesOf(client, route),
        observer: over === undefined ? scope.observer : undefined,
        crashed: scope.crashed,
        targets: ways.map((way) => way(client)),
      };
      return new Client(parts.newHedge === undefined ? options : withHedges(options, parts.newHedge));
    };
  }

  const make = maker(strategy, 0, undefined);
  const clients = Array.from({ length: scope.clients }, (_, client) => make(client));
  return { clients, targets: [...targets], permits };
}

/** Some layer of it spaces attempts out. */
function isPaced({ pace, over }: StrategySpec): boolean {
  return pace !== undefined || (over !== undefined && isPaced(over));
}

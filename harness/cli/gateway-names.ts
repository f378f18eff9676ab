import type { Problem } from '../../sim/kernel/problem.ts';
import type { StrategySpec } from '../strategy/spec.ts';

/**
 * Names before a `=` that stand for nothing: an `--upstream` whose name no model begins with, a `--key-env` whose name no
 * upstream has. Both would be left unused without a word, and a key would go where it does not belong.
 */
export function unknownNames(strategy: StrategySpec, upstreams: readonly string[], keys: Iterable<string>): readonly Problem[] {
  const targets = targetsOf(strategy);
  const providers = [...new Set(targets.filter((target) => target.includes('/')).map((target) => target.slice(0, target.indexOf('/'))))];
  const what =
    providers.length > 0
      ? `providers of the models are ${providers.join(', ')}`
      : `the models, ${targets.join(', ')}, name no provider before a /: give one address without a name`;
  const named = upstreams.length > 0 ? `names of --upstream are ${upstreams.join(', ')}` : 'no --upstream has a name';
  return [
    ...upstreams
      .filter((name) => !providers.includes(name))
      .map((name) => ({ file: '--upstream', message: `no model is at ${name}; ${what}` })),
    ...[...keys]
      .filter((name) => name !== '' && !upstreams.includes(name))
      .map((name) => ({ file: '--key-env', message: `${name} has no address of its own; ${named}` })),
  ];
}

/** Everywhere the attempts of a strategy can go. */
function targetsOf({ route, over }: StrategySpec): readonly string[] {
  const own = route.floor === undefined ? route.ordered : [...route.ordered, route.floor];
  return [...new Set([...own, ...(over === undefined ? [] : targetsOf(over))])];
}

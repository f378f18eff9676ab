import type { ResolveScope } from '../../harness/strategy/defaults.ts';
import { resolveStrategies } from '../../harness/strategy/resolve.ts';
import { strategySchema } from '../../harness/strategy/schema.ts';
import type { StrategySpec } from '../../harness/strategy/spec.ts';

const scope: ResolveScope = {
  model: 'flagship',
  ladder: ['flagship', 'light', 'floor'],
  moduleUrl: (path) => `file:///home/user/${path.replace('./', '')}`,
  codeUrl: (path) => `file:///home/user/${path.replace('./', '')}`,
};

export function resolve(written: readonly unknown[], more: Partial<ResolveScope> = {}) {
  return resolveStrategies(
    written.map((one) => strategySchema.parse(one)),
    { ...scope, ...more },
  );
}

/** The one strategy of a list of one; throws when it has a fault. */
export function resolved(written: unknown, more: Partial<ResolveScope> = {}): StrategySpec {
  const { strategies, faults } = resolve([written], more);
  const [one] = strategies;
  if (one === undefined) throw new Error(JSON.stringify(faults));
  return one;
}

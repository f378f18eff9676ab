import { loadScenario } from '../../../harness/scenario/load.ts';
import type { Scenario } from '../../../harness/scenario/scenario.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';

/** A scenario of examples/gate, and a change to its strategy whose cost was measured over 400 replications that the gate never sees. */
export interface Case {
  readonly scenario: 'limited' | 'tenants' | 'outage';
  /** As on the command line. */
  readonly change: string;
  readonly costs: 'goodput' | 'errors';
}

export const cases: readonly Case[] = [
  { scenario: 'limited', change: 'strategies.shipped.limit=7', costs: 'goodput' },
  { scenario: 'limited', change: 'strategies.shipped.timeout.attempt=4600ms', costs: 'errors' },
  { scenario: 'tenants', change: 'strategies.shipped.timeout.attempt=8900ms', costs: 'goodput' },
  { scenario: 'tenants', change: 'strategies.shipped.timeout.attempt=13400ms', costs: 'errors' },
  { scenario: 'outage', change: 'strategies.shipped.timeout.attempt=6s', costs: 'goodput' },
  { scenario: 'outage', change: 'strategies.shipped.retry.exponential.base=700ms', costs: 'errors' },
];

export const scenarioNames = ['limited', 'tenants', 'outage'] as const;

/** A gate's scenario on luck of its own. */
export async function gateScenario(name: Case['scenario'], seed: number, ...sets: readonly string[]): Promise<Scenario> {
  const file = packagePath('examples', 'gate', `${name}.yaml`);
  return (await loadScenario({ file, sets: [`seed=${seed}`, ...sets] })).scenario;
}

import { createHash } from 'node:crypto';
import { canonicalJson } from '../../sim/kernel/canonical-json.ts';
import { moduleName } from './modules.ts';
import { isStructure } from './paths.ts';
import type { Scenario } from './scenario.ts';

/** The same value with every module's file URL written relative to the scenario's folder. */
export function withModuleNames(
  value: unknown,
  { modules, folder, strategies }: Pick<Scenario, 'modules' | 'folder' | 'strategies'>,
): unknown {
  return withNames(value, [...modules, ...strategies.flatMap(({ code }) => code?.module ?? [])], folder);
}

function withNames(value: unknown, modules: readonly string[], folder: string): unknown {
  if (modules.length === 0) return value;
  if (typeof value === 'string') return modules.includes(value) ? moduleName(value, folder) : value;
  if (Array.isArray(value)) return value.map((each) => withNames(each, modules, folder));
  if (!isStructure(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withNames(inner, modules, folder)]));
}

/** SHA-256 (hex) of a scenario: of its canonical JSON without the folder, modules named relative to it. */
export function scenarioHash(scenario: Scenario): string {
  const { folder: _, ...rest } = scenario;
  return createHash('sha256')
    .update(canonicalJson(withModuleNames(rest, scenario)))
    .digest('hex');
}

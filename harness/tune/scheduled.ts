import { hourBlocks, timeAt } from '../../reports/result/tune/hour-blocks.ts';
import { curveSchema } from '../../sim/curves/registry.ts';
import type { StrategySpec } from '../strategy/spec.ts';
import { writeStrategy } from '../strategy/write.ts';

export interface Scheduled {
  readonly strategy: StrategySpec;
  /** Its `limit:` as a scenario has it. */
  readonly limit: object;
}

/** A strategy whose fixed limit gives way to one for each hour of the day; `name` is what it is called. */
export function scheduled(base: StrategySpec, name: string, limits: readonly number[]): Scheduled {
  if (base.limit === undefined) throw new Error(`strategy ${base.name} has no limit`);
  const curve = writtenCurve(limits);
  const { fixed: _, ...rest } = (writeStrategy(base) as { limit: Record<string, unknown> }).limit;
  return {
    strategy: { ...base, name, limit: { ...base.limit, rule: { schedule: curveSchema.parse(curve) } } },
    limit: { schedule: curve, ...rest },
  };
}

/** One window where the day has two blocks, else all hours. */
function writtenCurve(limits: readonly number[]): object {
  const [inside, outside, more] = hourBlocks(limits);
  if (inside === undefined || outside === undefined || more !== undefined) return { hours: limits };
  return { window: { from: timeAt(inside.from), to: timeAt(inside.until), value: inside.limit, outside: outside.limit } };
}

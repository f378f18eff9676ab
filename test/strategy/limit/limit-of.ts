import type { Limit, LimitSample, LimitScope } from '../../../harness/strategy/limit/limit.ts';
import { limits } from '../../../harness/strategy/limit/registry.ts';

const scope: LimitScope = {
  curve: () => {
    throw new Error('no curve is asked for');
  },
};

/** A limit by its name, from options as a file has them. */
export function limitOf(name: Exclude<keyof typeof limits, 'fixed' | 'schedule'>, written: unknown): Limit {
  const plugin = limits[name];
  return plugin.create(plugin.options.parse(written) as never, scope);
}

/** A success of 1 s at full use, unless told otherwise. */
export function sample(limit: Limit, given: Partial<LimitSample> = {}): LimitSample {
  const nowMs = given.nowMs ?? 0;
  return { nowMs, durationMs: 1000, inFlight: limit.current(nowMs), verdict: 'success', ...given };
}

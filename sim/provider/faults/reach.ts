import type { FaultWindow } from '../spec.ts';
import type { Effect } from './effect.ts';
import type { Fault, FaultAt, FaultScope } from './fault.ts';
import { compileWindows, within } from './windows.ts';

type Where = FaultWindow & { readonly pools?: readonly string[] | undefined };

/** The models a fault touches: those named, those of the pools named, or all when neither is written. */
export function modelsOf({ models, pools }: Where, scope: FaultScope): ReadonlySet<string> {
  const all = Object.keys(scope.poolOf);
  if (models === undefined && pools === undefined) return new Set(all);
  return new Set(all.filter((model) => models?.includes(model) === true || pools?.includes(scope.poolOf[model] ?? '') === true));
}

/** A fault that does the same to a share of the attempts of its models while it is on. */
export function sharedFault(where: Where & { readonly share: number }, scope: FaultScope, effectOn: (model: string) => Effect): Fault {
  const models = modelsOf(where, scope);
  const windows = compileWindows(where, scope);
  const { share } = where;
  const { index } = scope;
  return {
    of(model): FaultAt | undefined {
      if (!models.has(model) || share === 0) return undefined;
      const effect = effectOn(model);
      return (now, _n, uniform) => (within(windows, now) && (share === 1 || uniform(index) < share) ? effect : undefined);
    },
  };
}

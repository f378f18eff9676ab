import { InputError } from '../kernel/problem.ts';
import { tagOf } from '../kernel/tagged.ts';
import type { CurveSpec } from '../provider/spec.ts';
import type { Curve, CurveScope, PartScope, Steps } from './curve.ts';
import { curves } from './registry.ts';

/**
 * The scope of one curve, called `name`; parts of it are called `name.0`, `name.1` … What a curve is called decides its
 * noise and nothing else, so name it after what it belongs to (`main/big/load`).
 */
export function partScope(scope: CurveScope, name: string): PartScope {
  return { run: scope, name, inner: (spec, part) => curveOf(spec, scope, `${name}.${part}`) };
}

/** A decoded curve ready for `steps` and `periodMean`; see `partScope` about its name. */
export function curveOf(spec: CurveSpec, scope: CurveScope, name = ''): Curve {
  const part = partScope(scope, name);
  if (typeof spec === 'number') return curves.constant.create(spec, part);
  const { tag, options } = tagOf(curves, spec);
  // `low` and `high` stand beside the tag `curve`: its options are the whole object.
  return (curves[tag as keyof typeof curves] as { create(options: unknown, scope: PartScope): Curve }).create(
    tag === 'curve' ? spec : options,
    part,
  );
}

/**
 * The steps of a decoded curve for one run, called once: zone look-ups are slow. InputError for what only shows here: an unreadable
 * file, steps out of order, a value that is not finite.
 */
export function compileCurve(spec: CurveSpec, scope: CurveScope, name = ''): Steps {
  const steps = curveOf(spec, scope, name).steps();
  for (const value of steps.value) {
    if (Number.isFinite(value) && value >= 0) continue;
    throw new InputError([{ key: name, message: `the curve reaches ${value}; expected values from 0 up` }]);
  }
  return steps;
}

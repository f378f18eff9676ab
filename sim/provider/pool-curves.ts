import { compileCurve } from '../curves/compile.ts';
import type { Steps } from '../curves/curve.ts';
import { withNoise } from '../curves/noise.ts';
import { paced } from '../curves/pace.ts';
import type { ProviderScope } from './provider-scope.ts';
import type { CurveSpec, TenantsSpec } from './spec.ts';

type Scope = Pick<ProviderScope, 'calendar' | 'pace'>;

/** Slots of the pool called `key`, over the clock's time. */
export function slotsOver(spec: CurveSpec, key: string, scope: Scope): Steps {
  return onClock(compileCurve(spec, scope.calendar, `${key}/slots`), scope);
}

/** The load that its tenants offer, their noise included. */
export function loadOver(spec: CurveSpec, { noise }: TenantsSpec, key: string, scope: Scope): Steps {
  const bare = compileCurve(spec, scope.calendar, `${key}/load`);
  return onClock(noise === undefined ? bare : withNoise(bare, noise, scope.calendar, `${key}/noise`), scope);
}

function onClock(steps: Steps, { pace }: Scope): Steps {
  return pace === undefined ? steps : paced(steps, pace);
}

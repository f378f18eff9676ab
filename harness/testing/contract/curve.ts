import assert from 'node:assert/strict';
import { partScope } from '../../../sim/curves/compile.ts';
import type { Curve, PartScope } from '../../../sim/curves/curve.ts';
import { scopeFor } from '../../../sim/curves/scope.ts';
import { type Driver, finite, whole } from './driver.ts';

const weekMs = 7 * 86_400_000;

/** The curve over a week in a zone that changes its clocks in it. */
export const curveDriver: Driver<Curve, PartScope> = {
  scope: (folder) =>
    partScope(scopeFor({ start: '2026-03-26T00:00', zone: 'Europe/Berlin', length: weekMs, seed: 1, replication: 0, folder }), 'contract'),
  drive(part) {
    const { atMicros, value } = part.steps();
    assert.ok(atMicros.length >= 1 && atMicros.length === value.length, 'steps: expected as many times as values, at least one');
    assert.equal(atMicros[0], 0, 'steps: expected the first at 0');
    for (let i = 0; i < atMicros.length; i++) {
      whole(`time of step ${i}`, atMicros[i] as number, i === 0 ? 0 : (atMicros[i - 1] as number) + 1);
      finite(`value of step ${i}`, value[i] as number);
    }
    const mean = part.periodMean?.();
    if (mean !== undefined) finite('periodMean', mean);
    const said = { at: [...atMicros], value: [...value], mean: mean ?? null };
    const again = part.steps();
    assert.deepEqual([[...again.atMicros], [...again.value]], [said.at, said.value], 'steps: expected the same again');
    return said;
  },
};

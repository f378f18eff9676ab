import assert from 'node:assert/strict';
import { scopeFor } from '../../../sim/curves/scope.ts';
import { dialectOf } from '../../../sim/dialects/registry.ts';
import type { Effect } from '../../../sim/provider/faults/effect.ts';
import type { Fault, FaultScope } from '../../../sim/provider/faults/fault.ts';
import type { Windows } from '../../../sim/provider/faults/windows.ts';
import { type Driver, dice, finite, whole } from './driver.ts';

const uniform = dice('fault');
const day = 86_400;
/** Two days: every second of their first twenty minutes, in which rare faults hit somebody, then every minute. */
const seconds = [0, day].flatMap((start) => [
  ...Array.from({ length: 1200 }, (_, i) => start + i),
  ...Array.from({ length: day / 60 - 20 }, (_, i) => start + 1200 + 60 * i),
]);
const poolOf = { flagship: 'big', light: 'small', flaky: 'small' };
const kinds = ['lost', 'refuse', 'slow', 'cut', 'stall', 'malformed', 'reset', 'empty', 'hang', 'stream-overload'];

/** Two days of attempts at three models, the first, second or third of their requests; and both pools' tenants. */
export const faultDriver: Driver<Fault, FaultScope> = {
  scope: (folder) => ({
    run: scopeFor({ start: '2026-03-02T00:00', zone: 'UTC', length: 2000 * day, seed: 1, replication: 0, folder }),
    index: 0,
    poolOf,
    errors: (model) => dialectOf('openai').errors(model),
  }),
  drive(part) {
    const said: unknown[] = [];
    const models = Object.keys(poolOf).map((model) => part.of(model));
    for (const [i, second] of seconds.entries()) {
      for (const at of models) {
        const effect = at?.(second * 1_000_000, i % 3, (index) => uniform(i, index));
        if (effect !== undefined) checkEffect(effect);
        said.push(effect ?? null);
      }
    }
    return [said, ...['big', 'small'].map((pool) => windowsOf(part.tenants?.(pool)))];
  },
};

function checkEffect(effect: Effect): void {
  if (!kinds.includes(effect.kind)) assert.fail(`effect: expected one of ${kinds.join(', ')}, found ${effect.kind}`);
  if ('factor' in effect) finite(`factor of ${effect.kind}`, effect.factor, 1);
  if ('after' in effect) whole(`tokens before ${effect.kind}`, effect.after);
}

function windowsOf(windows: Windows | undefined): unknown {
  if (windows === undefined) return null;
  const [from, to] = [[...windows.from], [...windows.to]];
  assert.equal(from.length, to.length, 'windows of tenants: expected an end for each beginning');
  from.forEach((start, i) => {
    whole(`beginning of window ${i}`, start, i === 0 ? 0 : (to[i - 1] as number));
    assert.ok((to[i] as number) > start, `window ${i}: expected an end after its beginning`);
  });
  return [from, to.map((end) => (Number.isFinite(end) ? end : 'never'))];
}

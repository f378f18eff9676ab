import { z } from 'zod';
import { scopeFor } from '../../../sim/curves/scope.ts';
import { Luck } from '../../../sim/kernel/random.ts';
import { tagged } from '../../../sim/kernel/tagged.ts';
import { compileFaults, type Faults } from '../../../sim/provider/faults/compile.ts';
import type { Effect } from '../../../sim/provider/faults/effect.ts';
import { faults as registry } from '../../../sim/provider/faults/registry.ts';
import type { FaultSpec, ModelSpec } from '../../../sim/provider/spec.ts';

export const second = 1_000_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const schema = z.array(tagged('fault', registry, {}));
const calendar = scopeFor({
  start: '2026-03-02T12:00',
  zone: 'Asia/Shanghai',
  length: 48 * 3_600_000,
  seed: 1,
  replication: 0,
  folder: '.',
});
const model = (pool: string) => ({ pool }) as ModelSpec;
export const spec = { dialect: 'openai', models: { flagship: model('big'), mini: model('big'), light: model('small') } };

export function compile(...written: unknown[]): Faults {
  return compileFaults(schema.parse(written) as unknown as FaultSpec[], { calendar, spec });
}

const luck = new Luck(7, 0).stream('faults');
const drawn =
  (entity: number, n = 0) =>
  (index: number) =>
    luck.uniform(entity, n * 64 + index);

/** What happens to the n-th send of a request that arrives at `now`. */
export function at(faults: Faults, name: string, now: number, n = 0, entity = 0): Effect | undefined {
  return faults.of(name)?.(now, n, drawn(entity, n));
}

export const kinds = (faults: Faults, name: string, moments: readonly number[]) => moments.map((now) => at(faults, name, now)?.kind);

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { valueAt } from '../../curves/read.ts';
import { curveSchema } from '../../curves/registry.ts';
import { InputError, type Problem } from '../../kernel/problem.ts';
import { slotsSchema } from '../../provider/schema/pool.ts';
import type { CurveSpec } from '../../provider/spec.ts';
import type { World } from '../world.ts';
import { type PoolAt, poolAt, poolsOf } from './pool-at.ts';
import { decoded, sendProblems } from './problems.ts';

/** What `GET` and `PUT /_admin/curves` answer, pool by pool; names are `pool`, or `provider/pool` of one provider among several. */
export interface Curves {
  readonly pools: Readonly<Record<string, CurvesOfPool>>;
}

export interface CurvesOfPool {
  /** Curves in the grammar of scenarios; `load` is null where the pool has no other tenants. */
  readonly slots: unknown;
  readonly load: unknown;
  /** Both are the scenario's own. */
  readonly ofScenario: boolean;
  /** What they say now. */
  readonly now: { readonly slots: number; readonly load: number | null };
  /** The slots that a load of 1 would fill, and how long a tenant holds one in the mean, ms: a new load shows after some of that. */
  readonly nominalSlots: number;
  readonly holdMs: number | null;
}

const wanted = z.strictObject({
  pools: z.record(
    z.string(),
    z
      .strictObject({ slots: slotsSchema.optional(), load: curveSchema.optional() })
      .refine(({ slots, load }) => slots !== undefined || load !== undefined, { error: 'expected slots, load or both' }),
  ),
});

const wantedSlots = z.strictObject({ slots: slotsSchema });

/**
 * `GET /_admin/curves`; `PUT /_admin/curves` with `{ "pools": { "big": { "slots": 8, "load": { "curve": … } } } }` exchanges
 * what is written, at once, all or nothing; `PUT /_admin/pools/big/slots` with `{ "slots": 8 }` is the short form;
 * `DELETE /_admin/curves` brings the scenario's own back.
 */
export function addCurves(admin: FastifyInstance, world: World): void {
  const now = () => world.clock.event(() => curvesOf(world));
  admin.get('/curves', now);
  admin.put('/curves', (request) => {
    exchange(world, decoded(wanted, request.body).pools);
    return now();
  });
  admin.put<{ Params: { readonly pool: string } }>('/pools/:pool/slots', (request, reply) => {
    const { pool } = request.params;
    const at = poolAt(world, pool);
    if (typeof at === 'string') return sendProblems(reply, 404, [`pools.${pool}: ${at}`]);
    exchange(world, { [at.name]: decoded(wantedSlots, request.body) });
    return now();
  });
  admin.delete('/curves', () => {
    world.clock.event(() => {
      for (const controls of world.controls.values()) controls.restoreCurves();
    });
    return now();
  });
}

type Wanted = { readonly slots?: CurveSpec | undefined; readonly load?: CurveSpec | undefined };

function exchange(world: World, pools: Readonly<Record<string, Wanted>>): void {
  world.clock.event(() => {
    const problems: Problem[] = [];
    const changes = Object.entries(pools).flatMap(([name, curves]) => {
      const key = `pools.${name}`;
      const at = poolAt(world, name);
      if (typeof at === 'string') {
        problems.push({ key, message: at });
        return [];
      }
      try {
        return [at.controls.curvesExchange(at.inside, curves)];
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        problems.push(...error.problems.map((problem) => ({ ...problem, key: problem.key === undefined ? key : `${key}.${problem.key}` })));
        return [];
      }
    });
    if (problems.length > 0) throw new InputError(problems);
    for (const change of changes) change();
  });
}

function curvesOf(world: World): Curves {
  const now = world.clock.now();
  return { pools: Object.fromEntries(poolsOf(world).map((at) => [at.name, curvesOfPool(at, now)])) };
}

function curvesOfPool({ pool, inside, controls }: PoolAt, now: number): CurvesOfPool {
  const { slots, load, ofScenario } = controls.curvesOf(inside);
  const { slotSteps, loadSteps, nominalSlots, meanHold } = pool;
  return {
    slots: z.encode(curveSchema, slots),
    load: load === undefined ? null : z.encode(curveSchema, load),
    ofScenario,
    now: { slots: Math.floor(valueAt(slotSteps, now)), load: loadSteps === undefined ? null : valueAt(loadSteps, now) },
    nominalSlots,
    holdMs: meanHold === undefined ? null : meanHold / 1000,
  };
}

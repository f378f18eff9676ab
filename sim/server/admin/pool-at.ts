import type { Controls } from '../../provider/controls.ts';
import type { Pool } from '../../provider/pool.ts';
import type { World } from '../world.ts';

/** A pool by its name. */
export interface PoolAt {
  /** The name alone where there is one provider, else `provider/pool`. */
  readonly name: string;
  /** As its provider calls it. */
  readonly inside: string;
  readonly pool: Pool;
  readonly controls: Controls;
}

/** Every pool, in the order of the providers. */
export function poolsOf({ providers, controls }: World): readonly PoolAt[] {
  return [...providers].flatMap(([provider, { pools }]) =>
    [...pools].flatMap(([inside, pool]) => {
      const one = controls.get(provider);
      return one === undefined ? [] : [{ name: providers.size === 1 ? inside : `${provider}/${inside}`, inside, pool, controls: one }];
    }),
  );
}

/** The pool that a client means by `pool` or `provider/pool`; the text of a problem when none or several are. */
export function poolAt(world: World, name: string): PoolAt | string {
  const all = poolsOf(world);
  const only = [...world.providers.keys()][0];
  const found = all.filter(
    (one) => one.name === name || one.inside === name || (world.providers.size === 1 && `${only}/${one.inside}` === name),
  );
  const exact = found.find((one) => one.name === name) ?? (found.length === 1 ? found[0] : undefined);
  if (exact !== undefined) return exact;
  return found.length > 1
    ? `several providers have it; expected one of ${found.map((one) => one.name).join(', ')}`
    : `no such pool; there are ${all.map((one) => one.name).join(', ')}`;
}

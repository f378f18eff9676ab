import { type Counts, zeroCounts } from '../../sim/provider/counts.ts';
import type { Model } from '../../sim/provider/model.ts';
import type { Pool } from '../../sim/provider/pool.ts';
import type { Provider } from '../../sim/provider/provider.ts';

/** The provider's side of a run's books. */
export interface ProviderBooks {
  readonly counts: Counts;
  /** Σ over time of our busy slots, slot-microseconds, until `now`. */
  readonly ownArea: number;
  readonly now: number;
  readonly tenantArrivals: number;
  /** Of the pool of the workload's model. */
  readonly modelTenantArrivals: number;
  readonly modelTenantRefused: number;
  /** Lengths of the spells of the pool behind the strategy's first target, ms. */
  readonly spells: readonly number[];
  /** Mean share of a pool's slots that our own attempts held when one of ours was refused for capacity; null without a refusal. */
  readonly ownAtRefusal: number | null;
}

export interface BooksOptions {
  readonly now: number;
  readonly model: string;
  readonly firstTarget: string;
  /** Pools that count; default all. */
  readonly pools?: readonly Pool[] | undefined;
}

/** Closes the books of all providers of a run: call once, at its end. */
export function closeBooks(providers: ReadonlyMap<string, Provider>, { now, model, firstTarget, pools }: BooksOptions): ProviderBooks {
  const all = [...providers.values()].flatMap((provider) => [...provider.pools.values()]);
  for (const pool of all) pool.close();
  const refused = all.reduce((sum, pool) => sum + pool.ownRefused, 0);
  const asked = modelOf(providers, model)?.pool;
  return {
    counts: sumCounts(providers),
    ownArea: all.reduce((sum, pool) => sum + pool.ownArea(), 0),
    now,
    tenantArrivals: (pools ?? all).reduce((sum, pool) => sum + pool.tenantArrivals, 0),
    modelTenantArrivals: asked?.tenantArrivals ?? 0,
    modelTenantRefused: asked?.tenantRefused ?? 0,
    spells: modelOf(providers, firstTarget)?.pool.spells ?? [],
    ownAtRefusal: refused === 0 ? null : all.reduce((sum, pool) => sum + pool.heldAtRefusals, 0) / refused,
  };
}

function sumCounts(providers: ReadonlyMap<string, Provider>): Counts {
  const sum = zeroCounts();
  for (const { counts } of providers.values()) for (const key of Object.keys(sum) as (keyof Counts)[]) sum[key] += counts[key];
  return sum;
}

/** `model` or `provider/model`; a bare name means the one provider that has it. */
export function findModel(
  providers: ReadonlyMap<string, Provider>,
  target: string,
): { readonly provider: Provider; readonly model: string } | undefined {
  for (const [name, provider] of providers) {
    if (provider.models.has(target)) return { provider, model: target };
    const bare = target.startsWith(`${name}/`) ? target.slice(name.length + 1) : undefined;
    if (bare !== undefined && provider.models.has(bare)) return { provider, model: bare };
  }
  return undefined;
}

export function modelOf(providers: ReadonlyMap<string, Provider>, target: string): Model | undefined {
  const found = findModel(providers, target);
  return found?.provider.models.get(found.model);
}

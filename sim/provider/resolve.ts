import type { WrittenFirstToken } from './schema/distribution.ts';
import type { WrittenProvider } from './schema.ts';
import type { DistributionSpec, ModelSpec, PoolSpec, ProviderSpec } from './spec.ts';

type WrittenModel = WrittenProvider['models'][string];

const usualFirstToken = 500;
const usualTokensPerSecond = 50;

/** A decoded provider with every default filled in and every model in a pool: slots of a model's own make one of its name. */
export function resolveProvider(written: WrittenProvider): ProviderSpec {
  const pools: Record<string, PoolSpec> = { ...written.pools };
  const models: Record<string, ModelSpec> = {};
  for (const [name, model] of Object.entries(written.models)) {
    if (model.slots !== undefined) pools[name] = ownPool(model, model.slots);
    models[name] = resolveModel(model, name);
  }
  const { dialect, network, account, batch } = written;
  return {
    dialect,
    network,
    ...(account !== undefined && { account }),
    ...(batch !== undefined && { batch }),
    pools,
    models,
    faults: written.faults,
  };
}

function ownPool({ queue = { length: 0 }, otherTenants, slowdown }: WrittenModel, slots: PoolSpec['slots']): PoolSpec {
  return { slots, queue, ...(otherTenants !== undefined && { otherTenants }), ...(slowdown !== undefined && { slowdown }) };
}

function resolveModel(written: WrittenModel, name: string): ModelSpec {
  const {
    slots,
    queue,
    otherTenants,
    slowdown,
    pool = name,
    service,
    firstToken = usualFirstToken,
    tokensPerSecond = usualTokensPerSecond,
    ...rest
  } = written;
  return {
    ...rest,
    pool,
    ...(service !== undefined && { service }),
    ...resolveFirstToken(firstToken),
    tokensPerSecond,
  };
}

function resolveFirstToken(written: WrittenFirstToken): Pick<ModelSpec, 'firstToken' | 'perInputToken'> {
  if (typeof written === 'number') return { firstToken: written, perInputToken: 0 };
  const { perInputToken, ...law } = written;
  return { firstToken: law as DistributionSpec, perInputToken };
}

/** The inverse: what a file would say, with every pool under `pools`. `z.encode(providerSchema, …)` writes its units. */
export function unresolveProvider(spec: ProviderSpec): WrittenProvider {
  const models = Object.fromEntries(Object.entries(spec.models).map(([name, model]) => [name, unresolveModel(model)]));
  return { ...spec, models } as unknown as WrittenProvider;
}

function unresolveModel({ firstToken, perInputToken, tokensPerSecond, ...rest }: ModelSpec): unknown {
  if (rest.service !== undefined) return rest;
  return { ...rest, firstToken: unresolveFirstToken(firstToken, perInputToken), tokensPerSecond };
}

function unresolveFirstToken(law: DistributionSpec, perInputToken: number): WrittenFirstToken {
  if (typeof law !== 'number') return { ...law, perInputToken };
  // What grows with the input is written as a law; one without spread is log-normal with equal percentiles.
  return perInputToken === 0 ? law : { p50: law, p99: law, perInputToken };
}

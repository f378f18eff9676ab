import { createQuota, type QuotaScope } from '../../../sim/provider/quota/quota.ts';
import { createQuotaGroup, type QuotaGroup } from '../../../sim/provider/quota/quota-group.ts';
import type { QuotaSpec } from '../../../sim/provider/spec.ts';

export const second = 1_000_000;
export const minute = 60 * second;
export const day = 24 * 60 * minute;
const scope: QuotaScope = { dayEndsMicros: (now) => (Math.floor(now / day) + 1) * day };

/** A quota as written, with the defaults of a scenario. */
export function quota(spec: Partial<QuotaSpec>) {
  return createQuota(
    { window: 'token-bucket', charge: 'max-tokens', ...spec, countRefused: { quota: false, capacity: true, ...spec.countRefused } },
    scope,
  );
}

export function group(...specs: Partial<QuotaSpec>[]): QuotaGroup {
  return createQuotaGroup(specs.map(quota));
}

import { grouped } from '../../sim/kernel/grouped.ts';
import type { Report } from './format.ts';

/** Own requests and tenants' arrivals a replication; strategies with equal counts together. */
export interface Counted {
  readonly own: number;
  readonly tenants: number;
  readonly strategies: readonly string[];
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
}

/** The counts of every strategy as means over replications, in file order; the variants of a sweep under one name. */
export function countsOf({ result }: Report): readonly Counted[] {
  const groups = new Map<string, { own: number; tenants: number; strategies: string[] }>();
  const variants = new Set(result.scenario.sweep?.variants ?? []);
  for (const { name, replications } of result.strategies) {
    if (replications.length === 0) continue;
    const own = meanOf(replications.map(({ requests }) => requests.offered));
    const tenants = meanOf(replications.map(({ provider }) => provider.tenantArrivals));
    const group = groups.get(`${own} ${tenants}`) ?? { own, tenants, strategies: [] };
    const shown = variants.has(name) ? `${result.scenario.sweep?.strategy}@…` : name;
    if (!group.strategies.includes(shown)) group.strategies.push(shown);
    groups.set(`${own} ${tenants}`, group);
  }
  return [...groups.values()];
}

/** "43,012 own requests and 172,800 arrivals of other tenants" */
export function countText({ own, tenants }: Counted): string {
  return `${grouped(own)} own requests and ${grouped(tenants)} arrivals of other tenants`;
}

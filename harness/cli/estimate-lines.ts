import { showNumber, showShare } from '../../reports/formats/figures.ts';
import { grouped } from '../../sim/kernel/grouped.ts';
import { visible } from '../../sim/kernel/visible.ts';
import { estimate } from '../scenario/estimate.ts';
import type { Scenario } from '../scenario/scenario.ts';

/** What to expect of a run before it is run, a sentence a line. */
export function estimateLines(scenario: Scenario): readonly string[] {
  const { requests, tenantArrivals, jobs, pool, hours, busiest, erlangB, cpuSeconds } = estimate(scenario);
  const hour = hours[busiest];
  const tenants = tenantArrivals === 0 ? '' : ` and ${grouped(tenantArrivals)} of other tenants`;
  const lines = [`About ${grouped(requests)} own requests${tenants} a replication; ${grouped(jobs)} runs (strategies × replications).`];
  if (hour !== undefined) {
    const load = `${showNumber(hour.ownErlang)} own + ${showNumber(hour.tenantErlang)} of tenants on ${showNumber(hour.slots)} slots`;
    lines.push(`Busiest hour from ${hour.from}: ${grouped(hour.requests)} own requests, load in Erlang ${load} of ${visible(pool)}.`);
  }
  if (erlangB !== null) lines.push(`Without retries Erlang's formula has ${showShare(erlangB)} refused in that hour.`);
  lines.push(`About ${cpuSeconds < 1 ? 'a second' : `${grouped(cpuSeconds)} s`} of one processor's time.`);
  return lines;
}

import type { AlarmCause, CauseName } from '../../reports/result/alarm.ts';
import { causeNames } from '../../reports/result/alarm.ts';
import { round6 } from '../../reports/result/stats/round6.ts';
import { erlangB } from '../scenario/erlang-b.ts';

/** The load on a pool, in Erlang, and its slots. */
export interface Load {
  readonly own: number;
  readonly others: number;
  readonly slots: number;
}

/** What is known of a span of time. Shares 0 … 1. */
export interface Moment {
  /** The share that the alarm watches. */
  readonly share: number;
  /** The same without retries, from a run without them; undefined where there is none. */
  readonly withoutRetries?: number | undefined;
  /** Share of first attempts that found no capacity. */
  readonly firstRefused: number;
  /** Own requests a second. */
  readonly perSecond: number;
  /** Undefined where nobody can look into the provider. */
  readonly load?: Load | undefined;
}

/**
 * Splits the rise of a share. Own retries: what is not there without them; where no run without them can be had, what first
 * attempts do not show. The rest: by what Erlang's loss formula makes of the own load and of everything else, tenants and
 * slots that are gone, each put back to what it was before, in both orders and in the mean; where the load is not known,
 * own demand is the rest times its own growth, at most all of it. What no load explains is not one's own. Undefined
 * without a rise.
 */
export function causeOf(before: Moment, now: Moment): AlarmCause | undefined {
  const rise = now.share - before.share;
  if (!(rise > 0)) return undefined;
  const rerun = now.withoutRetries !== undefined && before.withoutRetries !== undefined;
  const anyway = rerun ? (now.withoutRetries ?? 0) - (before.withoutRetries ?? 0) : now.firstRefused - before.firstRefused;
  const rest = Math.min(rise, Math.max(0, anyway));
  const own = rest * ownShare(before, now);
  const parts = { ownDemand: round6(own), otherTenants: round6(rest - own), ownRetries: round6(rise - rest) };
  return {
    before: round6(before.share),
    now: round6(now.share),
    parts,
    named: largest(parts),
    retriesBy: rerun ? 'run without retries' : 'first attempts',
    demandBy: before.load === undefined || now.load === undefined ? 'own requests' : 'load',
  };
}

function largest(parts: Readonly<Record<CauseName, number>>): CauseName {
  return causeNames.reduce((most, name) => (parts[name] > parts[most] ? name : most));
}

/** How much of a rise without retries is own demand, 0 … 1. */
function ownShare(before: Moment, now: Moment): number {
  if (before.load === undefined || now.load === undefined) {
    return before.perSecond === 0 ? (now.perSecond > 0 ? 1 : 0) : between01(now.perSecond / before.perSecond - 1);
  }
  const blocked = (own: number, rest: Load): number => erlangB(own + rest.others, Math.floor(rest.slots)) ?? 1;
  const [a, b] = [before.load, now.load];
  const own = (blocked(b.own, b) - blocked(a.own, b) + blocked(b.own, a) - blocked(a.own, a)) / 2;
  const others = (blocked(b.own, b) - blocked(b.own, a) + blocked(a.own, b) - blocked(a.own, a)) / 2;
  const positive = Math.max(0, own) + Math.max(0, others);
  // A load that hardly moves what is refused explains nothing.
  const measured =
    now.withoutRetries === undefined ? now.firstRefused - before.firstRefused : now.withoutRetries - (before.withoutRetries ?? 0);
  return positive === 0 ? 0 : Math.max(0, own) / Math.max(positive, measured);
}

function between01(value: number): number {
  return Math.min(1, Math.max(0, value));
}

import { quotientValues } from '../estimate.ts';
import type { PercentileKey, ReplicationFold } from '../fold.ts';
import type { Measure, Parts } from '../measures/measure.ts';
import { percentileShares } from '../pool.ts';
import { rankOf } from '../stats/nearest-rank.ts';

/**
 * One figure a replication, whose mean is the figure of all: endless is +Infinity, of percentiles that fall among the
 * failures. Or why there is none.
 */
export type Figures =
  | { readonly values: readonly number[] }
  /** `applies` is false where the measure has nothing to measure here in any replication: no spell, no batch, no second model. */
  | { readonly missing: string; readonly applies: boolean };

type One = { readonly value: number; readonly parts?: Parts } | { readonly missing: string; readonly applies: boolean };

const gone = (missing: string): One => ({ missing, applies: true });
const nothing = (missing: string): One => ({ missing, applies: false });

/** What is no figure, in a few words. */
function oddity(value: unknown): string | null {
  if (value === undefined) return 'is absent';
  if (value === null) return 'is null';
  if (typeof value !== 'number')
    return `is ${Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : 'text'}, not a number`;
  if (!Number.isFinite(value)) return 'is not a finite number';
  return value < 0 ? 'is below 0' : null;
}

/** Whether so many requests failed that this percentile falls among them. */
function isEndless(percentile: PercentileKey, { latencyOk, latencyFailed }: ReplicationFold['samples']): boolean {
  const [ok, failed] = [latencyOk?.count ?? 0, latencyFailed?.count ?? 0];
  return Number.isFinite(ok) && Number.isFinite(failed) && rankOf(percentileShares[percentile], ok + failed) > ok;
}

function ofPercentile(measure: Measure & { readonly kind: 'percentile' }, { samples }: ReplicationFold): One {
  const quantities: unknown = samples[measure.sample];
  if (quantities === undefined) return gone('is absent');
  if (quantities === null) return nothing('has no samples');
  if (typeof quantities !== 'object' || Array.isArray(quantities)) return gone('is not an object');
  const { count, [measure.percentile]: value } = quantities as Record<string, unknown>;
  const counted = oddity(count);
  if (counted !== null || count === 0) return gone(`counts no samples (count ${counted ?? 'is 0'})`);
  // Among the failures: only a latency with failures ends there, and only a null says so, of as many failures as that takes.
  if (value === null && measure.sample === 'latencyWithFailures' && isEndless(measure.percentile, samples))
    return { value: Number.POSITIVE_INFINITY };
  const odd = oddity(value);
  return odd === null ? { value: value as number } : gone(odd);
}

/** The fold, and everything but objects that is read of it: a sum over null or text would be a number all the same. */
function watched<Value extends object>(value: Value, seen: unknown[]): Value {
  return new Proxy(value, {
    get(target, key) {
      const inner: unknown = Reflect.get(target, key);
      if (typeof inner === 'object' && inner !== null) return watched(inner, seen);
      seen.push(inner);
      return inner;
    },
  });
}

function ofQuotient(measure: Measure & { readonly kind: 'share' | 'ratio' }, fold: ReplicationFold): One {
  const read: unknown[] = [];
  const { part, whole } = measure.parts(watched(fold, read));
  const odd = [...read, part, whole].map(oddity).find((each) => each !== null);
  if (odd !== undefined) return gone(odd);
  if (whole === 0) return nothing('counts nothing');
  if (measure.kind === 'share' && part > whole) return gone('is more than the whole');
  return { value: part / whole, parts: { part, whole } };
}

function ofMean(measure: Measure, fold: ReplicationFold): One {
  const read: unknown[] = [];
  const value: unknown = measure.of(watched(fold, read));
  const odd = [...read, value].map(oddity).find((each) => each !== null);
  if (value === null && odd === 'is null') return nothing('is null');
  return odd === undefined ? { value: value as number } : gone(odd);
}

/** The figure of one replication, of a file that anybody may have changed: nothing is taken for granted. */
function figureOf(measure: Measure, fold: ReplicationFold): One {
  try {
    if (measure.kind === 'percentile') return ofPercentile(measure, fold);
    return measure.kind === 'mean' ? ofMean(measure, fold) : ofQuotient(measure, fold);
  } catch {
    return gone('cannot be read');
  }
}

/** A measure in every replication. One figure that is missing is missing for all: nothing is averaged over what is left. */
export function figuresOf(measure: Measure, replications: readonly ReplicationFold[]): Figures {
  const all = replications.map((fold) => figureOf(measure, fold));
  if (all.length === 0) return { missing: 'has no replication', applies: true };
  const lost = all.flatMap((each, i) => ('missing' in each ? [{ ...each, replication: replications[i]?.replication }] : []));
  const [first] = lost;
  if (first === undefined) return { values: valuesOf(all) };
  if (lost.length === all.length && lost.every(({ applies }) => !applies)) return { missing: first.missing, applies: false };
  const worst = lost.find(({ applies }) => applies) ?? first;
  return { missing: `${worst.missing} in replication ${worst.replication}`, applies: true };
}

function valuesOf(all: readonly One[]): readonly number[] {
  const parts = all.flatMap((each) => ('parts' in each && each.parts !== undefined ? [each.parts] : []));
  const weighed = parts.length === all.length ? quotientValues(parts) : null;
  return weighed ?? all.flatMap((each) => ('value' in each ? [each.value] : []));
}

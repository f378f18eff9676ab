import type { PercentileKey, ReplicationFold, SampleName } from '../fold.ts';

/** What a figure counts; decides how a bound on it is written in a file and how reports print it. */
export type Unit = 'share' | 'ms' | 'perSecond' | 'usd' | 'ratio' | 'attempts' | 'tokens' | 'requests' | 'permits';

/** `part` of `whole`, both of one replication. */
export interface Parts {
  readonly part: number;
  readonly whole: number;
}

interface Entry {
  /** As in `slo:` and in file headers; a dot separates the levels of a nested key. */
  readonly name: string;
  readonly unit: Unit;
  /** Direction of a bound and of a gate; a measure with `neither` cannot be bounded. */
  readonly better: 'higher' | 'lower' | 'neither';
  readonly per: 'request' | 'attempt' | 'run';
  /** One sentence part for docs, schema and tooltips. */
  readonly describe: string;
  /** A bound as written in a file. */
  readonly example: string | number;
  /** Where the figure stands in a strategy's summary. */
  readonly path: readonly string[];
  /** The figure of one replication; null where it does not apply. */
  of(fold: ReplicationFold): number | null;
}

/**
 * One figure of a run. `kind` decides how replications are put together, and the interval: a share (Σ part/Σ whole, part
 * among whole) and a ratio (Σ part/Σ whole) weigh replications by size, a mean does not, a percentile is that of all samples.
 */
export type Measure =
  | (Entry & { readonly kind: 'share' | 'ratio'; parts(fold: ReplicationFold): Parts })
  | (Entry & { readonly kind: 'mean'; readonly batches: Batching | null })
  | (Entry & { readonly kind: 'percentile'; readonly sample: SampleName; readonly percentile: PercentileKey });

/** How the figure of a whole live run comes from those of its batches: as their mean, or as their sum. */
export type Batching = 'mean' | 'sum';

type Described = Omit<Entry, 'of' | 'path'> & { readonly path?: readonly string[] };

/** A measure that is `part / whole` of each replication; null when `whole` is 0. */
export function quotient(kind: 'share' | 'ratio', entry: Described, parts: (fold: ReplicationFold) => Parts): Measure {
  return {
    path: entry.name.split('.'),
    ...entry,
    kind,
    parts,
    of(fold) {
      const { part, whole } = parts(fold);
      return whole === 0 ? null : part / whole;
    },
  };
}

/** A measure that is one figure of each replication; `batches` says whether it is also one of each part of a live run. */
export function mean(entry: Described, of: (fold: ReplicationFold) => number | null, batches: Batching | null = null): Measure {
  return { path: entry.name.split('.'), ...entry, kind: 'mean', of, batches };
}

import { type Batches, sampleNames } from '../../../reports/result/fold.ts';
import { poolSamples } from '../../../reports/result/pool.ts';
import type { RawAttempt, RawRequest } from '../../../reports/result/raw.ts';
import { type Batch, foldBatch, type Judged, samplesOf } from './batch-fold.ts';
import type { Bill } from './server-messages.ts';

/** As many as one live run is cut into (MODEL section 9). */
const count = 20;

export interface BatchOptions extends Judged {
  readonly requests: readonly RawRequest[];
  readonly attempts: readonly RawAttempt[];
  /** By the index of the request; empty where nobody knows which request was billed. */
  readonly bills: readonly Bill[];
  /** The window, ms. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** The requests of one live run in batches by their arrival; good completions by the time at which they came. */
export function batchesOf({ requests, attempts, bills, fromMs, toMs, ...judged }: BatchOptions): Batches {
  const length = (toMs - fromMs) / count;
  const placeOf = (ms: number): number => (ms < fromMs || ms >= toMs ? -1 : Math.min(count - 1, Math.floor((ms - fromMs) / length)));
  const places = new Map(requests.map(({ entity, arrivedMs }) => [entity, placeOf(arrivedMs)]));
  const requestsIn = grouped(requests, ({ arrivedMs }) => placeOf(arrivedMs));
  const attemptsIn = grouped(attempts, ({ entity }) => places.get(entity) ?? -1);
  const billsIn = grouped(bills, ({ entity }) => places.get(entity) ?? -1);
  const completedIn = grouped(requests, ({ arrivedMs, deferMs, latencyMs }) =>
    latencyMs === null ? -1 : placeOf(arrivedMs + deferMs + latencyMs),
  );
  const batches = Array.from({ length: count }, (_, place): Batch => {
    return {
      place,
      windowSeconds: length / 1000,
      requests: requestsIn[place] ?? [],
      attempts: attemptsIn[place] ?? [],
      bills: billsIn[place] ?? [],
      completed: completedIn[place] ?? [],
    };
  });
  const samples = batches.map((batch) => samplesOf(batch, judged));
  const deleteOne = Object.fromEntries(sampleNames.map((name) => [name, poolSamples(samples.map((columns) => columns[name])).deleteOne]));
  return {
    folds: batches.map((batch, place) => foldBatch(batch, samples[place] as (typeof samples)[number], judged)),
    deleteOne: deleteOne as Batches['deleteOne'],
  };
}

/** What belongs to each place; what belongs nowhere is left out. */
function grouped<Row>(rows: readonly Row[], placeOf: (row: Row) => number): readonly (readonly Row[])[] {
  const groups = Array.from({ length: count }, (): Row[] => []);
  for (const row of rows) groups[placeOf(row)]?.push(row);
  return groups;
}

import {
  type PercentileKey,
  type Quantities,
  type SampleName,
  type StrategyFold,
  sampleNames,
  type Timeline,
} from '../../reports/result/fold.ts';
import { firstCourses, type KeptRequest, spreadCourses } from '../../reports/result/kept.ts';
import { type PooledSamples, poolSamples } from '../../reports/result/pool.ts';
import { round6 } from '../../reports/result/stats/round6.ts';
import { judgeConduct } from '../conduct/judge.ts';
import type { ReplicationOutput } from './fold-replication.ts';
import { countedColumns, type RawTimeline } from './timeline.ts';

const mostKept = 100;

/** Pools the replications of one strategy; the raw samples can be dropped afterwards. `outputs` ascend by replication. */
export function gather(
  strategy: { readonly name: string; readonly config: unknown; readonly failure: StrategyFold['failure'] },
  outputs: readonly ReplicationOutput[],
): StrategyFold {
  const each = sampleNames.map((name) => [name, poolSamples(outputs.map(({ samples }) => samples[name]))] as const);
  const pick = <Value>(value: (pooled: PooledSamples) => Value): Record<SampleName, Value> =>
    Object.fromEntries(each.map(([name, pooled]) => [name, value(pooled)])) as Record<SampleName, Value>;
  return {
    ...strategy,
    replications: outputs.map(({ fold }) => fold),
    ...(outputs.length === 1 && outputs[0]?.batches !== undefined && { batches: outputs[0].batches }),
    pooled: pick<Quantities | null>(({ pooled }) => pooled),
    deleteOne: pick<readonly Readonly<Record<PercentileKey, number | null>>[]>(({ deleteOne }) => deleteOne),
    quantiles: pick<readonly (number | null)[] | null>(({ quantiles }) => quantiles),
    timeline: timelineOf(outputs.map(({ timeline }) => timeline)),
    slowest: firstCourses(slowestOf(outputs.flatMap(({ slowest }) => slowest))),
    failed: spreadCourses(spread(outputs.flatMap(({ failed }) => failed))),
    ...conductOf(outputs),
  };
}

function conductOf(outputs: readonly ReplicationOutput[]): Pick<StrategyFold, 'conduct'> {
  const counts = outputs.flatMap(({ conduct }) => (conduct === undefined ? [] : [conduct]));
  return counts.length === 0 ? {} : { conduct: judgeConduct(counts) };
}

/** Means over replications, bucket by bucket. */
function timelineOf(timelines: readonly RawTimeline[]): Timeline {
  const [first] = timelines;
  const mean = (columns: readonly Float64Array[]): number[] => {
    const [head] = columns;
    return head === undefined
      ? []
      : Array.from(head, (_, bucket) => round6(columns.reduce((sum, column) => sum + (column[bucket] ?? 0), 0) / columns.length));
  };
  const counted = Object.fromEntries(countedColumns.map((name) => [name, mean(timelines.map((each) => each.counted[name]))])) as Record<
    (typeof countedColumns)[number],
    number[]
  >;
  const means = (name: keyof RawTimeline['means']): number[] => mean(timelines.map((each) => each.means[name]));
  return {
    bucketSeconds: first?.bucketSeconds ?? 1,
    ...counted,
    inFlight: means('inFlight'),
    waiting: means('waiting'),
    freeSlots: means('freeSlots'),
    limit: first?.hasLimit === true ? means('limit') : means('limit').map(() => null),
  };
}

function slowestOf(requests: readonly KeptRequest[]): KeptRequest[] {
  return requests.toSorted((a, b) => b.latencyMs - a.latencyMs || a.replication - b.replication || a.entity - b.entity).slice(0, mostKept);
}

/** Evenly spread ones, in their order. */
function spread(requests: readonly KeptRequest[]): KeptRequest[] {
  if (requests.length <= mostKept) return [...requests];
  return Array.from({ length: mostKept }, (_, i) => requests[Math.floor((i * requests.length) / mostKept)] as KeptRequest);
}

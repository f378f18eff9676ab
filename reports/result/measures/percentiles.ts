import { type PercentileKey, percentileKeys, type SampleName } from '../fold.ts';
import type { Measure } from './measure.ts';

interface Column {
  readonly sample: SampleName;
  readonly path: readonly string[];
  readonly better: 'lower' | 'neither';
  readonly describe: string;
  readonly example: string;
}

/**
 * Sample columns by the first part of their measures' names. What is measured over ok requests alone gets better when slow
 * requests fail, so it has no direction: `latency`, in which a failure is endless, is the one to bound.
 */
export const columns: Readonly<Record<string, Column>> = {
  latency: {
    sample: 'latencyWithFailures',
    path: ['latencyMs', 'withFailures'],
    better: 'lower',
    describe: 'latency from the scheduled arrival, a failure counting as endless',
    example: '30s',
  },
  latencyOk: {
    sample: 'latencyOk',
    path: ['latencyMs', 'ok'],
    better: 'neither',
    describe: 'latency of ok requests alone, which rewards failing',
    example: '30s',
  },
  latencyFailed: {
    sample: 'latencyFailed',
    path: ['latencyMs', 'failed'],
    better: 'neither',
    describe: 'time from the scheduled arrival to the failure of failed requests',
    example: '60s',
  },
  serviceMs: {
    sample: 'serviceMs',
    path: ['serviceMs'],
    better: 'lower',
    describe: 'time from the send of the answering attempt to its end',
    example: '20s',
  },
  queueWaitMs: {
    sample: 'queueWaitMs',
    path: ['queueWaitMs'],
    better: 'lower',
    describe: 'time a request waited for permits',
    example: '5s',
  },
  backoffMs: {
    sample: 'backoffMs',
    path: ['backoffMs'],
    better: 'lower',
    describe: 'time a request waited between attempts',
    example: '10s',
  },
  firstTokenMs: {
    sample: 'firstTokenMs',
    path: ['firstTokenMs'],
    better: 'lower',
    describe: 'time to the first generated token',
    example: '5s',
  },
  perTokenMs: {
    sample: 'perTokenMs',
    path: ['perTokenMs'],
    better: 'lower',
    describe: 'mean time per token after the first',
    example: '50ms',
  },
  deferMs: {
    sample: 'deferMs',
    path: ['deferMs'],
    better: 'neither',
    describe: 'time for which a request that is not urgent was held until a better hour, over those that were held',
    example: '8h',
  },
  submitMs: {
    sample: 'submitMs',
    path: ['submitMs'],
    better: 'lower',
    describe: 'time until a submitted job was taken, of strategies that submit and poll',
    example: '50ms',
  },
  spells: {
    sample: 'spells',
    path: ['spells'],
    better: 'lower',
    describe: 'length of the spells in which a model refused for capacity',
    example: '10m',
  },
};

function percentile(column: string, key: PercentileKey, { sample, path, better, describe, example }: Column): Measure {
  return {
    name: `${column}.${key}`,
    unit: 'ms',
    better,
    per: sample === 'spells' ? 'run' : 'request',
    describe: `${Number(key.slice(1))}th percentile: ${describe}`,
    example,
    path: [...path, key],
    kind: 'percentile',
    sample,
    percentile: key,
    of: (fold) => fold.samples[sample]?.[key] ?? null,
  };
}

/** Four measures a sample column. */
export const percentiles: Readonly<Record<string, Measure>> = Object.fromEntries(
  Object.entries(columns).flatMap(([name, column]) => percentileKeys.map((key) => [`${name}.${key}`, percentile(name, key, column)])),
);

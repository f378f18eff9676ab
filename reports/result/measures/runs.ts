import { type Measure, mean } from './measure.ts';

/** Figures of a whole replication; a summary has their mean over replications. */
export const runs = {
  goodputPerSecond: mean(
    {
      name: 'goodputPerSecond',
      unit: 'perSecond',
      better: 'higher',
      per: 'run',
      describe: 'good completions inside the window per second of it',
      example: '0.4/s',
    },
    (fold) => (fold.windowSeconds === 0 ? null : fold.goodCompletions / fold.windowSeconds),
    'mean',
  ),
  costUsd: mean(
    { name: 'costUsd', unit: 'usd', better: 'lower', per: 'run', describe: 'price of all billed tokens, US dollars', example: 20 },
    (fold) => fold.costUsd,
    'sum',
  ),
  makespanMs: mean(
    { name: 'makespanMs', unit: 'ms', better: 'lower', per: 'run', describe: 'time until every job of a batch is done', example: '2h' },
    (fold) => fold.makespanMs,
  ),
  steadiness: mean(
    {
      name: 'steadiness',
      unit: 'ratio',
      better: 'lower',
      per: 'run',
      describe: 'coefficient of variation of ok completions per 5 s; smaller is steadier',
      example: 1,
    },
    (fold) => fold.steadiness,
  ),
  peakAttemptsPer100ms: mean(
    {
      name: 'peakAttemptsPer100ms',
      unit: 'attempts',
      better: 'lower',
      per: 'run',
      describe: 'most attempts sent within 100 ms',
      example: 20,
    },
    (fold) => fold.peakAttemptsPer100ms,
  ),
  peakRetriesPer100ms: mean(
    {
      name: 'peakRetriesPer100ms',
      unit: 'attempts',
      better: 'lower',
      per: 'run',
      describe: 'most attempts sent within 100 ms for requests that had been sent before',
      example: 20,
    },
    (fold) => fold.peakRetriesPer100ms,
  ),
  permitIdleMs: mean(
    {
      name: 'permitIdleMs',
      unit: 'ms',
      better: 'lower',
      per: 'run',
      describe: 'time for which permits were held while nothing was in flight under them',
      example: '10m',
    },
    (fold) => fold.permitIdleMs,
  ),
  'tokens.delivered': mean(
    {
      name: 'tokens.delivered',
      unit: 'tokens',
      better: 'neither',
      per: 'run',
      describe: 'output tokens of ok requests',
      example: 1_000_000,
    },
    (fold) => fold.tokens.delivered,
    'sum',
  ),
  'tokens.wasted': mean(
    {
      name: 'tokens.wasted',
      unit: 'tokens',
      better: 'lower',
      per: 'run',
      describe: 'output tokens that were produced and used by nobody',
      example: 50_000,
    },
    (fold) => fold.tokens.wasted,
    'sum',
  ),
  'inFlight.mean': mean(
    { name: 'inFlight.mean', unit: 'requests', better: 'neither', per: 'run', describe: 'attempts in flight, mean over time', example: 4 },
    (fold) => fold.inFlight.mean,
  ),
  'limit.mean': mean(
    {
      name: 'limit.mean',
      unit: 'permits',
      better: 'neither',
      per: 'run',
      describe: 'concurrency limit per client, mean over time',
      example: 4,
    },
    (fold) => fold.limit?.mean ?? null,
  ),
} satisfies Record<string, Measure>;

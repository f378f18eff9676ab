import { z } from 'zod';
import { timePointMs } from '../../../sim/curves/calendar.ts';
import { timePoint } from '../../../sim/curves/time-point.ts';
import { define } from '../../../sim/kernel/plugin.ts';
import { InputError } from '../../../sim/kernel/problem.ts';
import { count, duration } from '../../../sim/kernel/units.ts';
import { mostActors } from '../bounds.ts';
import type { ArrivalScope, Arrivals } from './arrivals.ts';

/** Work that is all there at once and must all get done. */
export const batch = define({
  name: 'batch',
  summary: 'jobs that are all there at one time, taken by workers; a failed job is submitted again until it is done',
  formula: 'each worker takes the next job as soon as its last one ended; the makespan ends with the last job done',
  options: z
    .strictObject({
      jobs: count(1, mostActors)
        .describe('How many jobs')
        .meta({ examples: [500, '5k'] }),
      at: timePoint
        .prefault('0s')
        .describe('When they are there')
        .meta({ examples: ['0s', '10:00'] }),
      workers: count(1, mostActors)
        .optional()
        .describe('How many jobs are under way at once; all of them by default')
        .meta({ examples: [50] }),
      crashes: z
        .array(timePoint.describe('A point in time').meta({ examples: ['10m', '10:30'] }))
        .default([])
        .describe('When the process that works through the batch ends, and what is under way with it; a `checkpoint` keeps the rest')
        .meta({ examples: [['10m', '25m']] }),
      restart: duration
        .prefault('10s')
        .describe('How long after a crash the process begins anew')
        .meta({ examples: ['10s'] }),
    })
    .describe('A batch of jobs')
    .meta({ examples: [{ jobs: 500, workers: 50 }] }),
  examples: [
    [
      { jobs: 500, workers: 50 },
      { jobs: 600, workers: 50 },
    ],
    [
      { jobs: 500, workers: 50 },
      { jobs: 500, at: '10s', workers: 50 },
    ],
    [{ jobs: 500, workers: 50 }, { jobs: 500 }],
    [
      { jobs: 500, workers: 50, crashes: ['10m'] },
      { jobs: 500, workers: 50, crashes: ['20m'] },
    ],
    [
      { jobs: 500, workers: 50, crashes: ['10m'], restart: '10s' },
      { jobs: 500, workers: 50, crashes: ['10m'], restart: '1m' },
    ],
  ],
  create({ jobs, at, workers, crashes, restart }, scope: ArrivalScope): Arrivals {
    const atMs = timePointMs(at, scope.calendar);
    if (atMs < 0)
      throw new InputError([{ key: 'workload.arrivals.batch.at', message: 'expected a time at or after the start of the run' }]);
    const crashesMs = crashes.map((crash) => timePointMs(crash, scope.calendar));
    return { kind: 'batch', jobs, atMs, workers: workers ?? jobs, crashesMs, restartMs: restart };
  },
});

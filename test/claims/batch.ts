import type { RawRows } from '../../harness/run/options.ts';
import type { RawAttempt } from '../../reports/result/raw.ts';
import type { Claim } from './claim.ts';
import { counted, measured, ratio } from './figures.ts';

const alone = 'run examples/claims/batch.yaml --only batch --raw';
const both = 'run examples/claims/batch.yaml';
const chunk = 10;
const pauseMs = 30_000;

const endOf = ({ endedMs }: RawAttempt): number => endedMs ?? Number.NaN;

/** Attempts that began before the first answer came. */
function atFirst({ attempts }: RawRows): number {
  const first = Math.min(...attempts.filter((attempt) => attempt.class === 'ok').map(endOf));
  return attempts.filter(({ sentMs }) => sentMs < first).length;
}

/** Attempts that began while a job of an earlier chunk was not done. */
function early({ attempts }: RawRows): number {
  const doneAt = new Map<number, number>();
  for (const attempt of attempts) {
    if (attempt.class !== 'ok') continue;
    const of = Math.floor(attempt.entity / chunk);
    doneAt.set(of, Math.max(doneAt.get(of) ?? 0, endOf(attempt)));
  }
  return attempts.filter(({ entity, sentMs }) => sentMs < (doneAt.get(Math.floor(entity / chunk) - 1) ?? 0)).length;
}

/** Attempts of jobs that met no capacity less than the pause before. */
function hasty({ attempts }: RawRows): number {
  const refused = attempts.filter((attempt) => attempt.class === 'capacity');
  return attempts.filter(({ entity, sentMs }) =>
    refused.some((one) => one.entity === entity && sentMs >= endOf(one) && sentMs < endOf(one) + pauseMs - 0.001),
  ).length;
}

export const batch: Claim = {
  id: 'M28',
  title: 'A batch: chunks, pauses, from three upward',
  says: 'For a batch: small chunks with progress after each, a pause on capacity errors, then on from there; three at a time at first, and more while that goes well.',
  verdict: 'holds',
  runs: { alone: { command: alone }, both: { command: both } },
  checks: [
    {
      says: 'attempts that failed, as a part of those when all is sent at once',
      figure: ratio(measured('both', 'batch', 'requests.failed'), measured('both', 'naive', 'requests.failed')),
      unit: 'share',
      atMost: 0.05,
      of: 'every seed',
      because: 'fifty workers who each ask four times a second are refused by the thousand until the last job is done; a judgement',
    },
    {
      says: 'jobs done, of 200',
      figure: measured('both', 'batch', 'requests.ok'),
      unit: 'count',
      atLeast: 200,
      atMost: 200,
      of: 'every seed',
      because: 'all of them, none twice',
    },
    {
      says: 'attempts before the first answer',
      figure: counted('alone', 'such attempts in attempts.csv', atFirst),
      unit: 'count',
      atMost: 3,
      of: 'every seed',
      because: 'three at a time; fewer where these are refused',
    },
    {
      says: 'attempts that began before the chunk ahead was done',
      figure: counted('alone', 'such attempts in attempts.csv', early),
      unit: 'count',
      atMost: 0,
      of: 'every seed',
      because: 'one chunk of ten after the other',
    },
    {
      says: 'attempts of a job that met no capacity in the 30 s before',
      figure: counted('alone', 'such attempts in attempts.csv', hasty),
      unit: 'count',
      atMost: 0,
      of: 'every seed',
      because: 'a pause of half a minute',
    },
    {
      says: 'time until all is done, as a multiple of that when all is sent at once',
      figure: ratio(measured('both', 'batch', 'makespanMs'), measured('both', 'naive', 'makespanMs')),
      unit: 'ratio',
      atLeast: 1,
      of: 'every seed',
      because: 'who always asks takes each slot the moment it is free, at the cost of all others; nothing here says that chunks are faster',
    },
  ],
};

import type { Claim, Figure } from './claim.ts';
import { counted, measured } from './figures.ts';

const day = 'a peak and half an outage';
const minuteMs = 60_000;

/** Answers a second in these minutes, of the slots there are over 2 s. */
const followed = (from: number, to: number, slots: number): Figure =>
  counted(
    day,
    `rows in attempts.csv of jobs with class ok and \`endedMs\` from ${from} min to ${to} min, a second / (${slots} / 2 s)`,
    ({ attempts }) => {
      const within = (ms: number | null): boolean => ms !== null && ms >= from * minuteMs && ms < to * minuteMs;
      const seconds = (to - from) * 60;
      return attempts.filter(({ class: outcome, endedMs }) => outcome === 'ok' && within(endedMs)).length / seconds / (slots / 2);
    },
    'jobs',
  );

/** 95th percentile of submissions at the peak, nearest rank. */
const submittedAtPeak: Figure = counted(
  day,
  '95th percentile of `submitMs` of rows in requests.csv of jobs with `arrivedMs` from 8 min to 10 min',
  ({ requests }) => {
    const all = requests.flatMap(({ arrivedMs, submitMs }) =>
      submitMs !== null && arrivedMs >= 8 * minuteMs && arrivedMs < 10 * minuteMs ? [submitMs] : [],
    );
    return all.toSorted((a, b) => a - b)[Math.ceil(0.95 * all.length) - 1] ?? Number.NaN;
  },
  'jobs',
);

const whileFull = { unit: 'ratio', atLeast: 0.85, atMost: 1.15, of: 'every seed' } as const;

export const submitAndPoll: Claim = {
  id: 'M20',
  title: 'Submit a job and poll for its result',
  says: 'Where many users come at once, take their requests as jobs into a queue, let workers do them at the pace that capacity allows, and let the users poll: nobody waits at submit.',
  verdict: 'holds',
  runs: { [day]: { command: 'run examples/claims/submit-poll.yaml --raw' } },
  checks: [
    {
      says: '95th percentile until a job is taken',
      figure: measured(day, 'jobs', 'submitMs.p95'),
      unit: 'ms',
      atMost: 50,
      of: 'every seed',
      because: 'nobody waits at submit: under 50 ms',
    },
    {
      says: 'the same when the queue is longest',
      figure: submittedAtPeak,
      unit: 'ms',
      atMost: 50,
      of: 'every seed',
      because: 'some hundreds of jobs wait then, and whoever submits one does not',
    },
    {
      says: '95th percentile for which a call lasts when callers wait for permits',
      figure: measured(day, 'wait', 'latencyMs.ok.p95'),
      unit: 'ms',
      atLeast: 60_000,
      of: 'every seed',
      because: 'two a second too many in five minutes are 600, and 8 slots need 150 s for them',
    },
    {
      says: 'answers against what the slots can give, at the peak',
      figure: followed(6, 10, 8),
      ...whileFull,
      because: '8 slots over 2 s are 4 a second, and 6 a second come',
    },
    {
      says: 'the same while half the slots are gone',
      figure: followed(10.5, 15, 4),
      ...whileFull,
      because: 'completion follows capacity: 2 a second, though all 8 workers have jobs',
    },
    {
      says: 'the same when they are back',
      figure: followed(15.5, 18, 8),
      ...whileFull,
      because: 'some hundreds of jobs wait still',
    },
    {
      says: 'requests without an answer',
      figure: measured(day, 'jobs', 'errorRate'),
      unit: 'share',
      atMost: 0,
      of: 'every seed',
      because: 'a job that finds no room goes back to the queue',
    },
    {
      says: 'the same where each is asked once',
      figure: measured(day, 'once', 'errorRate'),
      unit: 'share',
      atLeast: 0.15,
      of: 'every seed',
      because: 'Erlang B: 42 % of 12 Erlang on 8 slots and 31 % of 4 on 4 slots are 22 % of all; a judgement with room for luck',
    },
    {
      says: 'attempts for each request',
      figure: measured(day, 'jobs', 'amplification'),
      unit: 'ratio',
      atMost: 1.2,
      of: 'every seed',
      because: 'one more worker a second tries its luck while half the slots are gone: 300 s of it to 4,200 requests are 1.07',
    },
  ],
  notes: [
    'How long a submission takes is what the scenario says; what is held here is that nothing is added to it, however long the queue is.',
    'The users wait for their results all the same, and longer than where some of them are sent away. With a deadline, jobs that are not done by then are dropped.',
  ],
};

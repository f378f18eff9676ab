import type { RawRows } from '../../harness/run/options.ts';
import type { Claim } from './claim.ts';
import { counted, measured } from './figures.ts';

const run = 'run examples/claims/set-ups.yaml --only';
const ladder = ['flagship', 'light', 'floor'];

/** Requests whose attempts go up the ladder without a turn in the line, or skip a retry or a model on the way down. */
function outOfOrder({ attempts, requests }: RawRows): number {
  const waited = new Set(requests.filter(({ queueWaitMs }) => queueWaitMs > 0).map(({ entity }) => entity));
  const targets = new Map<number, string[]>();
  for (const { entity, target } of attempts.toSorted((a, b) => a.entity - b.entity || a.number - b.number))
    targets.set(entity, [...(targets.get(entity) ?? []), target]);
  const whole = ladder.flatMap((target) => [target, target]);
  return [...targets].filter(([entity, seen]) => !waited.has(entity) && seen.some((target, place) => target !== whole[place])).length;
}

export const outsideUsers: Claim = {
  id: 'M27',
  title: 'Outside users: retry, switch, queue, tell',
  says: 'For people outside: retry, then switch, then let the request wait in a queue, then tell them in one plain sentence; never show them a provider’s error.',
  verdict: 'holds',
  runs: {
    'with the line': { command: `${run} outside-users --raw` },
    'without it': { command: `${run} no-line` },
  },
  checks: [
    {
      says: 'requests without an answer, through half a minute in which every model is down',
      figure: measured('with the line', 'outside-users', 'requests.failed'),
      unit: 'count',
      atMost: 0,
      of: 'every seed',
      because: 'at 2/s some 60 wait at most, the line has room for 100, and nobody has to wait for 60 s',
    },
    {
      says: 'requests without an answer when they cannot wait',
      figure: measured('without it', 'no-line', 'requests.failed'),
      unit: 'count',
      atLeast: 20,
      of: 'every seed',
      because: 'those of half a minute at 2/s, some 60, less those whose retry comes after it; a judgement with room for luck',
    },
    {
      says: 'longest that one waited in the line',
      figure: counted('with the line', 'largest `queueWaitMs` in requests.csv', ({ requests }) =>
        requests.reduce((most, { queueWaitMs }) => Math.max(most, queueWaitMs), 0),
      ),
      unit: 'ms',
      atLeast: 20_000,
      atMost: 60_000,
      of: 'every seed',
      because: 'the first of the half minute waits nearly all of it; the line’s own bound is 60 s',
    },
    {
      says: 'requests whose order is another than: two attempts at each model down the ladder, the line last',
      figure: counted('with the line', 'such requests in attempts.csv', outOfOrder),
      unit: 'count',
      atMost: 0,
      of: 'every seed',
      because: 'retry, then switch, then queue',
    },
  ],
};

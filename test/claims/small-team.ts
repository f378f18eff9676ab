import type { RawRows } from '../../harness/run/options.ts';
import type { RawAttempt } from '../../reports/result/raw.ts';
import type { Claim } from './claim.ts';
import { counted, measured } from './figures.ts';

const rows = 'run examples/claims/set-ups.yaml --only small-team --raw';
const both = 'run examples/claims/set-ups.yaml --only naive --only small-team';
const targets = 3;

/** The attempts of every request, in their order. */
function byRequest({ attempts }: RawRows): readonly (readonly RawAttempt[])[] {
  const groups = new Map<number, RawAttempt[]>();
  for (const attempt of attempts) groups.set(attempt.entity, [...(groups.get(attempt.entity) ?? []), attempt]);
  return [...groups.values()].map((group) => group.toSorted((a, b) => a.number - b.number));
}

/** Of the requests whose first attempt found no capacity, those that went to another model at that very instant. */
function switchedAtOnce(raw: RawRows): number {
  const refused = byRequest(raw).filter(([first]) => first?.class === 'capacity');
  const moved = refused.filter(
    ([first, second]) => second !== undefined && second.target !== first?.target && second.sentMs === first?.endedMs,
  );
  return moved.length / refused.length;
}

/** Retries of a model after a capacity error while another one had not been tried. */
function hasty(raw: RawRows): number {
  return byRequest(raw).filter((attempts) =>
    attempts.some(({ target }, place) => {
      const before = attempts.slice(0, place);
      const retried = before.some((one) => one.target === target);
      return retried && before.at(-1)?.class === 'capacity' && new Set(before.map((one) => one.target)).size < targets;
    }),
  ).length;
}

export const smallTeam: Claim = {
  id: 'M26',
  title: 'A small team: switch first, retry last',
  says: 'The first capacity error switches to the fallback at once; a retry is made only when no other model is left. One line of log for each switch, and a look at them every week.',
  verdict: 'holds',
  runs: { attempts: { command: rows }, both: { command: both } },
  checks: [
    {
      says: 'of the requests whose first attempt found no capacity, those that were at another model at that instant',
      figure: counted('attempts', 'share of such requests in attempts.csv', switchedAtOnce),
      unit: 'share',
      atLeast: 1,
      of: 'every seed',
      because: 'at once',
    },
    {
      says: 'requests that retried while another model had not been tried',
      figure: counted('attempts', 'such requests in attempts.csv', hasty),
      unit: 'count',
      atMost: 0,
      of: 'every seed',
      because: 'only when none is left',
    },
    {
      says: 'failed without a strategy',
      figure: measured('both', 'naive', 'errorRate'),
      unit: 'share',
      atLeast: 0.1,
      of: 'every seed',
      because: 'the flagship is full for one in four, and down for half a minute of ten; more than one in ten even with luck',
    },
    {
      says: 'failed as a small team',
      figure: measured('both', 'small-team', 'errorRate'),
      unit: 'share',
      atMost: 0.08,
      of: 'every seed',
      because:
        'outside the half minute in which every model is down, 5 % of the time, nobody is left without an answer; a judgement with room for luck',
    },
  ],
};

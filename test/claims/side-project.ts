import type { RawRows } from '../../harness/run/options.ts';
import type { RawAttempt } from '../../reports/result/raw.ts';
import type { Claim } from './claim.ts';
import { counted, measured, ratio } from './figures.ts';

const rows = 'run examples/claims/side-project.yaml --only side-project --raw';
const both = 'run examples/claims/side-project.yaml';

/** Every retry with the attempt before it. */
function retries({ attempts }: RawRows): readonly (readonly [before: RawAttempt, retry: RawAttempt])[] {
  const sorted = attempts.toSorted((a, b) => a.entity - b.entity || a.number - b.number);
  return sorted.flatMap((retry, place) => {
    const before = sorted[place - 1];
    return before?.entity === retry.entity ? [[before, retry] as const] : [];
  });
}

export const sideProject: Claim = {
  id: 'M25',
  title: 'A side project: wait two seconds, three times, then say so',
  says: 'For a project of one’s own: at capacity wait 2 s and try again, three times, 6 s in all; then tell the user that it is busy now, to try again later or choose another model. Nothing more.',
  verdict: 'holds',
  runs: { attempts: { command: rows }, both: { command: both } },
  checks: [
    {
      says: 'failed as a side project, as a part of those without a strategy',
      figure: ratio(measured('both', 'side-project', 'errorRate'), measured('both', 'naive', 'errorRate')),
      unit: 'share',
      atMost: 0.6,
      of: 'every seed',
      because:
        'slots become free twice a second, so that 6 s find one for most; who comes in the first 24 s of the half minute finds none, and 2 % are of another kind; a judgement with room for luck',
    },
    {
      says: 'retries after another wait than 2 s',
      figure: counted(
        'attempts',
        'such attempts in attempts.csv',
        (raw) =>
          // Times are whole microseconds, written in ms.
          retries(raw).filter(([before, retry]) => !(Math.abs(retry.sentMs - (before.endedMs ?? Number.NaN) - 2000) <= 0.001)).length,
      ),
      unit: 'count',
      atMost: 0,
      of: 'every seed',
      because: 'wait 2 s',
    },
    {
      says: 'retries of anything but a capacity error',
      figure: counted(
        'attempts',
        'such attempts in attempts.csv',
        (raw) => retries(raw).filter(([{ class: was }]) => was !== 'capacity').length,
      ),
      unit: 'count',
      atMost: 0,
      of: 'every seed',
      because: 'nothing more; 2 % of the attempts end with another error',
    },
    {
      says: 'most attempts of a request',
      figure: counted('attempts', 'largest `attempts` in requests.csv', ({ requests }) =>
        requests.reduce((most, { attempts }) => Math.max(most, attempts), 0),
      ),
      unit: 'count',
      atLeast: 4,
      atMost: 4,
      of: 'every seed',
      because: 'one and three retries, which the half minute in which the model is down uses up',
    },
    {
      says: 'longest wait of a request',
      figure: counted('attempts', 'largest `backoffMs` in requests.csv', ({ requests }) =>
        requests.reduce((most, { backoffMs }) => Math.max(most, backoffMs), 0),
      ),
      unit: 'ms',
      atLeast: 6000,
      atMost: 6000,
      of: 'every seed',
      because: '3 · 2 s',
    },
  ],
  notes: [
    'The other form of the advice, in which the user then picks the next model by hand after some thought, is the ready strategy `side-project-by-hand`, which a test holds to its times; `small-team` is that without the thought.',
  ],
};

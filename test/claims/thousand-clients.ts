import type { RawRows } from '../../harness/run/options.ts';
import type { Claim, Figure } from './claim.ts';
import { counted, difference, measured, ratio } from './figures.ts';

const file = 'run examples/claims/thousand-clients.yaml --raw';

/** Most retries that were refused within a tenth of a second of the clock. */
function mostRefused({ attempts }: RawRows): number {
  const counts = new Map<number, number>();
  for (const attempt of attempts) {
    if (attempt.number === 1 || attempt.class !== 'capacity' || attempt.endedMs === null) continue;
    const tenth = Math.floor(attempt.endedMs / 100);
    counts.set(tenth, (counts.get(tenth) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

const crowd = (strategy: string): Figure =>
  counted('thousand', `most rows of ${strategy} in attempts.csv with \`number\` > 1 and class capacity in 100 ms`, mostRefused, strategy);

const answered = (strategy: string): Figure => measured('thousand', strategy, 'goodShare');

export const thousandClients: Claim = {
  id: 'M7',
  title: 'A thousand clients without jitter collide again',
  says: 'A thousand clients that wait equally long are refused together again; jitter spreads them and raises success clearly.',
  verdict: 'holds',
  runs: { thousand: { command: file } },
  checks: [
    {
      says: 'answered with jitter more than without',
      figure: difference(answered('article-backoff'), answered('no-jitter')),
      unit: 'points',
      atLeast: 0.3,
      of: 'every seed',
      because: 'clearly: 30 points, a judgement',
    },
    {
      says: 'answered without jitter',
      figure: answered('no-jitter'),
      unit: 'share',
      atMost: 0.5,
      of: 'every seed',
      because: 'five waves on 100 slots serve at most 500 of 1,000',
    },
    {
      says: 'answered with jitter',
      figure: answered('article-backoff'),
      unit: 'share',
      atLeast: 0.9,
      of: 'every seed',
      because: 'nearly all: 90 %, a judgement',
    },
    {
      says: 'refused retries in the worst 100 ms, without jitter',
      figure: crowd('no-jitter'),
      unit: 'count',
      atLeast: 800,
      atMost: 900,
      of: 'every seed',
      because: 'all 900 that were refused first come back at once, and at most 100 slots are free',
    },
    {
      says: 'refused retries in the worst 100 ms, with jitter',
      figure: crowd('article-backoff'),
      unit: 'count',
      atMost: 180,
      of: 'every seed',
      because: '900 over a second are 90 in 100 ms; twice that, a judgement',
    },
    {
      says: 'how many times fewer that is',
      figure: ratio(crowd('no-jitter'), crowd('article-backoff')),
      unit: 'ratio',
      atLeast: 5,
      of: 'every seed',
      because: 'jitter spreads them: five times, a judgement',
    },
  ],
};

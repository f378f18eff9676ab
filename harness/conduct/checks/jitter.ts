import type { Count, Finding } from '../check.ts';
import { share } from '../share.ts';
import type { Story } from '../story.ts';
import { waitsOf } from '../waits.ts';

/** Waits that lie within so much of each other come together. */
const togetherMs = 10;
/** Fewer waits than this show nothing. */
const fewest = 5;
/** Alike in a smaller share of all, they are by chance: with many retries some come together. */
const leastShare = 0.05;
/** Stories kept to take the example from. */
const mostKept = 20;

/** The waits before one and the same retry. */
interface Group {
  readonly waits: number[];
  readonly stories: { readonly ms: number; readonly story: Story }[];
}

export const jitter = {
  summary: 'Whether the waits before the same retry are all alike, so that what was refused together comes back together',
  start({ tell, slackMs }) {
    const groups: Group[] = [];
    return {
      story(story) {
        for (const { before, ms, number } of waitsOf(story)) {
          // A wait that was asked for is not the client's own.
          if (before.hintMs !== undefined && ms >= before.hintMs - slackMs) continue;
          groups[number] ??= { waits: [], stories: [] };
          const { waits, stories } = groups[number];
          waits.push(ms);
          if (stories.length < mostKept) stories.push({ ms, story });
        }
      },
      result(): Count {
        const shown = groups.filter((group) => group !== undefined && group.waits.length >= fewest);
        const alike = shown
          .map(({ waits, stories }) => ({ ...mostTogether(waits), of: waits.length, stories }))
          .filter(({ count, of }) => count >= fewest && 2 * count > of);
        const most = alike.toSorted((a, b) => b.count - a.count)[0];
        const example = most?.stories.find(({ ms }) => ms >= most.from && ms <= most.from + togetherMs)?.story;
        return {
          count: alike.reduce((sum, { count }) => sum + count, 0),
          of: shown.reduce((sum, { waits }) => sum + waits.length, 0),
          worst: most?.from ?? null,
          example: example === undefined ? null : tell(example),
        };
      },
    };
  },
  judge: ({ count, of, worst }) =>
    of === 0
      ? { verdict: 'no occasion', says: 'Too few retries without a Retry-After to tell whether their waits are spread.' }
      : count > leastShare * of
        ? { verdict: 'bad', says: `Retries without jitter, ${share(count, of)}: most often after ${Math.round(worst ?? 0)} ms` }
        : { verdict: 'good', says: `Retries are spread by jitter, ${share(of - count, of)}` },
  advice:
    'Draw each wait at random (full jitter: anything between nothing and the backoff), or all that was refused together comes back together.',
} satisfies Finding;

/** The most waits that lie within `togetherMs` of each other, and the shortest of them. */
function mostTogether(waits: readonly number[]): { readonly count: number; readonly from: number } {
  const sorted = waits.toSorted((a, b) => a - b);
  let count = 0;
  let from = 0;
  let first = 0;
  for (const [last, ms] of sorted.entries()) {
    while (ms - (sorted[first] ?? ms) > togetherMs) first += 1;
    if (last - first + 1 > count) [count, from] = [last - first + 1, sorted[first] ?? ms];
  }
  return { count, from };
}

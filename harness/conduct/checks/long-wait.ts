import type { Finding } from '../check.ts';
import { share } from '../share.ts';
import { hasEnded } from '../waits.ts';
import { WorstCase } from '../worst-case.ts';

/** Longer than people wait for an answer; several packages obey no hint beyond it. */
const longMs = 60_000;

export const longWait = {
  summary: 'Whether a Retry-After of more than a minute is slept through while somebody waits',
  start({ tell }) {
    const cases = new WorstCase();
    return {
      story(story, endedAt) {
        for (const [index, step] of story.steps.entries()) {
          if (!hasEnded(step) || (step.hintMs ?? 0) <= longMs) continue;
          cases.of += 1;
          const waitedMs = ((story.steps[index + 1]?.sentAt ?? story.settledAt ?? endedAt) - step.endedAt) / 1000;
          if (waitedMs > longMs) cases.add(waitedMs, () => tell(story));
        }
      },
      result: () => cases.result(),
    };
  },
  judge: ({ count, of, worst }) =>
    of === 0
      ? { verdict: 'no occasion', says: 'No reply asked for a wait of more than a minute.' }
      : count > 0
        ? {
            verdict: 'bad',
            says: `Slept more than a minute for a Retry-After, ${share(count, of)}; the longest ${Math.round((worst ?? 0) / 1000)} s`,
          }
        : { verdict: 'good', says: `No Retry-After of more than a minute was slept through, ${share(of, of)}` },
  advice: 'Where the hint is longer than your callers wait, give up at once or go to another model, and say so.',
} satisfies Finding;

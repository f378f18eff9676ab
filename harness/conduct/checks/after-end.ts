import type { Finding } from '../check.ts';
import { share } from '../share.ts';
import type { Story } from '../story.ts';
import { WorstCase } from '../worst-case.ts';

/** What is stopped within a timer's grain is stopped at once. */
const slackMicros = 1000;

export const afterEnd = {
  summary: 'Whether attempts go on, or begin, after their request is over for its caller',
  callerOnly: true,
  start({ tell }) {
    const cases = new WorstCase();
    const counted = new WeakSet<Story>();
    const count = (story: Story, ms: number): void => {
      if (!counted.has(story)) cases.add(ms, () => tell(story));
      counted.add(story);
    };
    return {
      story(story, endedAt) {
        const { settledAt, steps } = story;
        if (settledAt === undefined) return;
        cases.of += 1;
        const lastAt = steps.reduce((last, step) => Math.max(last, step.endedAt ?? endedAt), 0);
        if (lastAt > settledAt + slackMicros) count(story, (lastAt - settledAt) / 1000);
      },
      late: (story, at) => count(story, (at - (story.settledAt ?? at)) / 1000),
      result: () => cases.result(),
    };
  },
  judge: ({ count, of, worst }) =>
    of === 0
      ? { verdict: 'no occasion', says: 'No request was over.' }
      : count > 0
        ? {
            verdict: 'bad',
            says: `Work went on after its request was over, ${share(count, of)}; the longest ${Math.round((worst ?? 0) / 1000)} s`,
          }
        : { verdict: 'good', says: `Nothing went on after its request was over, ${share(of, of)}` },
  advice: 'Hand the signal on to every call (AbortController), so that what nobody waits for is stopped and its slot is free.',
} satisfies Finding;

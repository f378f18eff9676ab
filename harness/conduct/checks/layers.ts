import type { Count, Finding } from '../check.ts';
import { share } from '../share.ts';
import type { Story } from '../story.ts';
import { WorstCase } from '../worst-case.ts';

export const layers = {
  summary: 'Whether the package’s own count of its tries begins again: several layers retry, and their attempts multiply',
  start({ tell }) {
    const cases = new WorstCase();
    return {
      story(story) {
        const { length } = story.steps;
        if (story.steps.filter(({ toldTry }) => toldTry !== undefined).length < 2) return;
        cases.of += 1;
        if (startsAnew(story)) cases.add(length, () => tell(story));
      },
      result: (): Count => cases.result(),
    };
  },
  judge: ({ count, of, worst }) =>
    of === 0
      ? { verdict: 'no occasion', says: 'No package said which try it is at.' }
      : count > 0
        ? { verdict: 'bad', says: `Layers of retries multiply, ${share(count, of)} retried requests: up to ${worst} attempts for one` }
        : { verdict: 'good', says: `One layer retries, ${share(of, of)} retried requests` },
  advice: 'Let one layer retry and switch the others off (maxRetries: 0 in the package, or no retry around it).',
} satisfies Finding;

/** The sender’s own count of its tries begins again although the attempt before has failed: somebody above it tries again. */
function startsAnew({ steps }: Story): boolean {
  return steps.some(({ toldTry, model }, index) => {
    const before = steps[index - 1];
    return toldTry === 0 && (before?.toldTry ?? 0) > 0 && before?.model === model;
  });
}

import { hardClasses } from '../../../reports/result/outcome.ts';
import type { Finding } from '../check.ts';
import { share } from '../share.ts';
import { hasEnded } from '../waits.ts';
import { WorstCase } from '../worst-case.ts';

export const hardRetried = {
  summary: 'Whether errors that no retry can cure (quota spent, key refused, request wrong) are sent again to the same model',
  start({ tell }) {
    const cases = new WorstCase();
    return {
      story(story) {
        let again = 0;
        // Steps are in the order of their sends: what comes last at a model says whether anything came after an error there.
        const lastAt = new Map(story.steps.map(({ model, sentAt }, index) => [model, { sentAt, index }]));
        for (const [index, step] of story.steps.entries()) {
          if (!hasEnded(step) || step.class === undefined || !hardClasses.has(step.class)) continue;
          cases.of += 1;
          const last = lastAt.get(step.model);
          if (last === undefined || last.index <= index || last.sentAt < step.endedAt) continue;
          again += 1;
          cases.add(again, () => tell(story));
        }
      },
      result: () => cases.result(),
    };
  },
  judge: ({ count, of, worst }) =>
    of === 0
      ? { verdict: 'no occasion', says: 'No error came that a retry could not cure.' }
      : count > 0
        ? {
            verdict: 'bad',
            says: `Errors that no retry can cure were sent again, ${share(count, of)}; up to ${times(worst ?? 0)} for one request`,
          }
        : { verdict: 'good', says: `Errors that no retry can cure were not sent again, ${share(of, of)}` },
  advice: 'Decide by the type or code in the error’s body, not by its status alone: a spent quota comes as a 429 too.',
} satisfies Finding;

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

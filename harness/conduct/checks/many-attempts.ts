import type { Finding } from '../check.ts';
import { share } from '../share.ts';
import { WorstCase } from '../worst-case.ts';

/** One layer of retries sends two to six times by default in the packages that are in use. */
const most = 8;

export const manyAttempts = {
  summary: `Whether a request is sent more than ${most} times: by one layer without a sensible bound, or by several`,
  start({ tell }) {
    const cases = new WorstCase();
    return {
      story(story) {
        const { length } = story.steps;
        if (length < 2) return;
        cases.of += 1;
        if (length > most) cases.add(length, () => tell(story));
      },
      result: () => cases.result(),
    };
  },
  judge: ({ count, of, worst }) =>
    of === 0
      ? { verdict: 'no occasion', says: 'No request was sent twice.' }
      : count > 0
        ? { verdict: 'bad', says: `More than ${most} attempts for one request, ${share(count, of)} retried requests: up to ${worst}` }
        : { verdict: 'good', says: `At most ${most} attempts for one request, ${share(of, of)} retried requests` },
  advice:
    'Bound the attempts of all layers together to three or four: while the provider is full, each one more takes capacity from the others.',
} satisfies Finding;

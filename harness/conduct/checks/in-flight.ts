import type { Count, Finding } from '../check.ts';

export const inFlight = {
  summary: 'How many attempts are in flight at once at most',
  start({ timeOf }) {
    let most = 0;
    let since = 0;
    return {
      open(attempts, at) {
        if (attempts > most) [most, since] = [attempts, at];
      },
      result: (): Count => ({ count: 0, of: 0, worst: most, example: most === 0 ? null : `at ${timeOf(since)}` }),
    };
  },
  judge: ({ worst }) =>
    worst === null || worst === 0
      ? { verdict: 'no occasion', says: 'Nothing was sent.' }
      : { verdict: 'told', says: `At most ${worst} attempt${worst === 1 ? '' : 's'} in flight at once` },
  advice: '',
} satisfies Finding;

import type { Finding } from '../check.ts';
import { share } from '../share.ts';
import { waitsOf } from '../waits.ts';
import { WorstCase } from '../worst-case.ts';

export const retryAfter = {
  summary: 'Whether a request is sent again before the wait that its refusal asked for is over',
  start({ tell, slackMs }) {
    const cases = new WorstCase();
    return {
      story(story) {
        for (const { before, ms } of waitsOf(story)) {
          const { hintMs } = before;
          if (hintMs === undefined || hintMs <= 0) continue;
          cases.of += 1;
          if (ms < hintMs - slackMs) cases.add(hintMs - ms, () => tell(story));
        }
      },
      result: () => cases.result(),
    };
  },
  judge: ({ count, of }) =>
    of === 0
      ? { verdict: 'no occasion', says: 'Nothing was sent again after a reply with Retry-After.' }
      : count > 0
        ? { verdict: 'bad', says: `Retry-After not honoured, ${share(count, of)}` }
        : { verdict: 'good', says: `Retry-After honoured, ${share(of, of)}` },
  advice:
    'Wait at least as long as the reply says (retry-after-ms, else Retry-After) before the next attempt: what comes earlier is refused again and takes from the quota.',
} satisfies Finding;

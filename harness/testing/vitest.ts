import type {} from 'vitest';
import { beyond } from '../../reports/result/slo-verdict.ts';
import type { SloVerdict } from '../../reports/result/summary.ts';
import type { ClientDay } from './run-client.ts';

export { type ClientDay, type RunClientOptions, runClient } from './run-client.ts';

/** What a matcher of vitest (or of jest) returns. */
export interface Matched {
  readonly pass: boolean;
  readonly message: () => string;
}

/** For `expect.extend(matchers)`: what a client's day is held to. */
export const matchers = {
  /** Every bound of the scenario's `slo` holds: the figure is within, whatever its interval. */
  toMeetSlo(day: ClientDay): Matched {
    const broken = day.slo.filter((bound) => beyond(bound));
    if (day.slo.length === 0)
      return { pass: false, message: () => 'the scenario has no slo to meet: give it one, such as slo: { errorRate: 0.01 }' };
    return {
      pass: broken.length === 0,
      message: () => (broken.length === 0 ? `every bound is met: ${told(day.slo)}` : withWarnings(`not met: ${told(broken)}`, day)),
    };
  },

  /** Every wait that a reply asked for was kept before the next attempt at that model; at least one was asked for. */
  toHonourRetryAfter(day: ClientDay): Matched {
    const found = day.conduct.find(({ finding }) => finding === 'retry-after');
    if (found === undefined || found.verdict === 'no occasion')
      return {
        pass: false,
        message: () => withWarnings(noOccasion, day),
      };
    const { says, example, advice, verdict } = found;
    return { pass: verdict === 'good', message: () => [says, example, advice].filter((part) => part !== null).join('\n') };
  },

  /** At most so many attempts a request, on average. */
  toAmplifyAtMost(day: ClientDay, most: number): Matched {
    if (!(most >= 0)) throw new TypeError(`expected a number of attempts a request, found ${String(most)}`);
    const { amplification, attempts, requests } = day;
    return {
      pass: amplification !== null && attempts.sent > 0 && amplification <= most,
      message: () =>
        withWarnings(
          `${attempts.sent} attempts for ${requests.offered} requests are ${amplification === null ? 'none' : amplification.toFixed(2)} a request; the bound is ${most}`,
          day,
        ),
    };
  },
};

const noOccasion = 'no request was sent again after a reply with Retry-After: give the model a retryAfter, and fewer slots';

/** What else went wrong may be why. */
function withWarnings(message: string, { warnings }: ClientDay): string {
  return [message, ...warnings].join('\n');
}

function told(bounds: readonly SloVerdict[]): string {
  return bounds.map(({ measure, bound, value }) => `${measure} ${value ?? 'endless'}, bound ${bound}`).join('; ');
}

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: vitest declares it so, and declarations that merge are alike.
  interface Matchers<T = any> {
    toMeetSlo(): T;
    toHonourRetryAfter(): T;
    toAmplifyAtMost(most: number): T;
  }
}

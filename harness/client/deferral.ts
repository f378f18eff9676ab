import { after, type Clock, type Micros } from '../../sim/kernel/clock.ts';
import type { Stream } from '../../sim/kernel/random.ts';
import type { CancelReason, Request } from '../../sim/kernel/transport.ts';
import type { Defer } from '../strategy/defer/defer.ts';
import type { Settled, Taker, Underway } from './settled.ts';

export interface DeferralOptions {
  readonly clock: Clock;
  readonly defer: Defer;
  /** The place of each request in the hours that it is deferred to, keyed by the entity. */
  readonly luck: Stream;
  readonly taker: Taker;
}

/**
 * Holds requests that are not urgent before a client sees them. Nobody waits for them: their latency and their deadline
 * begin when they are taken up, and the time they were held is told apart.
 */
export function createDeferral({ clock, defer, luck, taker }: DeferralOptions): Taker {
  return {
    begin(request: Request, deadlineAt: Micros, done: (settled: Settled) => void): Underway | undefined {
      if (request.urgent !== false) return taker.begin(request, deadlineAt, done);
      const now = clock.now();
      const startAt = Math.round(defer.startMs(now / 1000, luck.uniform(request.entity, 0)) * 1000);
      const held = startAt - now;
      if (held <= 0) return taker.begin(request, deadlineAt, done);
      let begun: Underway | undefined;
      const timer = after(clock, held, () => {
        begun = taker.begin(request, deadlineAt + held, (settled) => done({ ...plain(settled), held }));
      });
      return {
        abort(why: CancelReason) {
          if (!timer.armed) return begun?.abort(why);
          clock.disarm(timer);
          return done(cancelled(clock.now(), why, clock.now() - now));
        },
      };
    },
  };
}

/** The facts of a request alone: what they stand on is a process with much else. */
export function plain(settled: Settled): Settled {
  const { class: outcome, reason, gaveUp, endedAt, firstTokenAt, tokens, queueWait, backoff, held, submit, answeredAt } = settled;
  return { class: outcome, reason, gaveUp, endedAt, firstTokenAt, tokens, queueWait, backoff, held, submit, answeredAt };
}

function cancelled(endedAt: Micros, reason: string, held: Micros): Settled {
  return { class: 'cancelled', reason, gaveUp: 'none', endedAt, firstTokenAt: undefined, tokens: 0, queueWait: 0, backoff: 0, held };
}

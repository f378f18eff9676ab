import type { Defer, DeferScope } from './defer.ts';
import { stepAt } from './defer.ts';

export interface LearnedSpec {
  /** An hour of the day is quiet when less than this share of first attempts was refused in it on earlier days, 0 … 1. */
  readonly below: number;
  /** First attempts that an hour must have seen before anything is said of it. */
  readonly after: number;
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/**
 * Hours that have been quiet: refused(h) = first attempts refused in the hour h of earlier local days / first attempts in it.
 * A request that comes in an hour with refused(h) ≥ below is taken up at a uniform instant of the next hours on end in which
 * refused is below; of hours with fewer than `after` attempts nothing is known, and nothing is held in them or until them.
 */
export function createLearned({ below, after }: LearnedSpec, scope: DeferScope): Defer {
  // A curve whose value is the hour of the local day.
  const steps = scope.curve({ hours });
  const { atMicros, value } = steps;
  const hourAt = (step: number): number => value[step] as number;
  const known = hours.map(() => ({ sent: 0, refused: 0 }));
  const today = hours.map(() => ({ sent: 0, refused: 0 }));
  let lastHour = -1;

  const shareOf = (hour: number): number | undefined => {
    const { sent, refused } = known[hour] ?? { sent: 0, refused: 0 };
    return sent < after ? undefined : refused / sent;
  };
  const quiet = (step: number): boolean => {
    const share = shareOf(hourAt(step));
    return share !== undefined && share < below;
  };
  const dayEnds = (): void => {
    today.forEach((counts, hour) => {
      const sum = known[hour];
      if (sum === undefined) return;
      sum.sent += counts.sent;
      sum.refused += counts.refused;
      counts.sent = 0;
      counts.refused = 0;
    });
  };
  return {
    startMs(nowMs, uniform) {
      const now = stepAt(steps, nowMs);
      const share = shareOf(hourAt(now));
      if (share === undefined || share < below) return nowMs;
      let at = now + 1;
      while (at < value.length && at < now + 24 && !quiet(at)) at += 1;
      if (at >= value.length || !quiet(at)) return nowMs;
      const opens = (atMicros[at] as number) / 1000;
      while (at < value.length && at < now + 24 && quiet(at)) at += 1;
      const closes = at < value.length ? (atMicros[at] as number) / 1000 : opens;
      return opens + uniform * (closes - opens);
    },
    ended({ nowMs, refused }) {
      const hour = hourAt(stepAt(steps, nowMs));
      if (hour < lastHour) dayEnds();
      lastHour = hour;
      const counts = today[hour];
      if (counts === undefined) return;
      counts.sent += 1;
      if (refused) counts.refused += 1;
    },
  };
}

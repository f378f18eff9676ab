import type { Clock, Micros } from '../../sim/kernel/clock.ts';
import type { Stream } from '../../sim/kernel/random.ts';
import { compileDistribution } from '../../sim/provider/distribution.ts';
import type { SubmitPollSpec } from '../strategy/spec.ts';
import { JobLine } from './job-line.ts';
import type { Taker } from './settled.ts';
import { type JobRules, SubmittedJob } from './submitted-job.ts';

export interface SubmitPollOptions {
  readonly clock: Clock;
  readonly spec: SubmitPollSpec;
  /** What each submission costs, keyed by the entity. */
  readonly luck: Stream;
  /** End of the time in which requests arrive. */
  readonly end: Micros;
}

/**
 * A queue with workers in front of clients: callers are told that their job was taken, and see its result at a later poll.
 * The requests are begun once or several times, and have `work` of their own.
 */
export function createSubmitPoll({ clock, spec, luck, end }: SubmitPollOptions): (client: Taker) => Taker {
  const quantile = compileDistribution(spec.submit);
  const rules: JobRules = { attempts: boundOf(spec.attempts), poll: Math.round(spec.poll * 1000), endAt: end };
  const newLine = (): JobLine =>
    new JobLine({ clock, workers: spec.workers, length: boundOf(spec.queue), pause: Math.round(spec.pause * 1000) });
  const shared = spec.per === 'fleet' ? newLine() : undefined;
  return (taker) => {
    const line = shared ?? newLine();
    return {
      begin(request, deadlineAt, done) {
        const submit = Math.round(quantile(luck.uniform(request.entity, 0)) * 1000);
        const job = new SubmittedJob({ request, deadlineAt, done, line, taker, rules, submit });
        job.start();
        return job;
      },
    };
  };
}

function boundOf(bound: number | 'unlimited'): number {
  return bound === 'unlimited' ? Number.POSITIVE_INFINITY : bound;
}

import { CodedError } from '../../sim/kernel/errors.ts';
import type { AlarmBook } from '../alarm/book.ts';
import type { Modules } from '../strategy/custom.ts';
import type { StrategySpec } from '../strategy/spec.ts';
import type { Job } from './client-side.ts';
import { Simulation } from './simulation.ts';

/** Retries that are fewer than so many a request's first attempts explain no rise worth another run. */
const fewRetries = 0.01;
/** Events between two looks at the time. */
const events = 1000;

/** The same job without retries, as far as the last alarm that is about a share. */
export interface UnretriedRun {
  /** Fires up to `most` events; true when it is over. */
  advance(most: number): boolean;
  /** Undefined when it could not be run. */
  readonly book: AlarmBook | undefined;
}

/**
 * The run that tells what own retries add to a rise; undefined where no share alarmed, or there are no retries to speak
 * of. The finished run has been looked at up to its end.
 */
export function withoutRetries(run: Simulation, modules: Modules): UnretriedRun | undefined {
  const { alarms } = run.recorder.options;
  if (alarms === undefined) return undefined;
  alarms.advance(run.end / 1000);
  const lasts = alarms.spells.flatMap(({ spans, fromMs }) => (spans === undefined || !retriesIn(run, spans.now) ? [] : [fromMs]));
  if (lasts.length === 0) return undefined;
  const until = Math.max(...lasts) * 1000;
  const other = new Simulation(unretried(run.job), modules);
  let broken = false;
  const step = (count: number): boolean => other.advance(count) || other.clock.now() >= until;
  return {
    advance(most) {
      try {
        for (let fired = 0; fired < most; fired += events) if (step(events)) return true;
        return false;
      } catch (error) {
        if (!(error instanceof CodedError)) throw error;
        broken = true;
        return true;
      }
    },
    get book() {
      return broken ? undefined : other.recorder.options.alarms?.book;
    },
  };
}

function retriesIn({ recorder }: Simulation, span: { readonly from: number; readonly to: number }): boolean {
  const book = recorder.options.alarms?.book;
  if (book === undefined) return false;
  return book.count('sent', span) > (1 + fewRetries) * book.count('firstEnded', span);
}

/** Each target is asked once, nothing is parked, taken up again or sent twice at once; which targets there are stays. */
function unretried(job: Job): Job {
  const { scenario, strategyIndex } = job;
  const strategies = scenario.strategies.map((strategy, index) => (index === strategyIndex ? once(strategy) : strategy));
  return { ...job, raw: false, scenario: { ...scenario, strategies } };
}

function once(strategy: StrategySpec): StrategySpec {
  const { retry, over, 'submit-poll': jobs } = strategy;
  const below = over === undefined ? undefined : once(over);
  const changes = { retry: { ...retry, attempts: 1 }, park: undefined, hedge: undefined, over: below };
  return { ...strategy, ...changes, ...(jobs && { 'submit-poll': { ...jobs, attempts: 1 } }) };
}

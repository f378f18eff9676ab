import type { Outcome } from '../../reports/result/outcome.ts';
import type { Steps } from '../../sim/curves/curve.ts';
import type { Clock, Micros } from '../../sim/kernel/clock.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import type { Luck } from '../../sim/kernel/random.ts';
import type { CurveSpec } from '../../sim/provider/spec.ts';
import { createDefer } from '../strategy/defer/create.ts';
import type { StrategySpec } from '../strategy/spec.ts';
import { createDeferral } from './deferral.ts';
import type { Taker } from './settled.ts';
import { createSubmitPoll } from './submit-poll.ts';

export interface InFrontScope {
  readonly clock: Clock;
  readonly luck: Luck;
  /** End of the time in which requests arrive. */
  readonly end: Micros;
  curve(spec: CurveSpec): Steps;
}

/** What a strategy does with requests before its clients see them. */
export interface InFront {
  /** Whoever takes requests in the place of this client. */
  before(client: Taker): Taker;
  /** Hears how the first attempt of a request ended. */
  firstEnded(outcome: Outcome): void;
}

const ofRuns = {
  defer: 'is about the requests of a whole run',
  checkpoint: 'is about the requests of a whole run',
  'submit-poll': 'has its callers come back for their answers, and who calls here waits for them',
} as const;

/** InputError for a strategy that does something before its clients see a request, which only runs have a place for. */
export function refuseInFront(strategy: StrategySpec): void {
  for (const [key, why] of Object.entries(ofRuns)) {
    if (strategy[key as keyof typeof ofRuns] === undefined) continue;
    throw new InputError([{ key, message: `${key} of strategy ${strategy.name} ${why}; use it in a scenario` }]);
  }
}

/** Undefined for a strategy that hands every request over at once. */
export function inFrontOf(strategy: StrategySpec, scope: InFrontScope): InFront | undefined {
  const { clock, luck, end } = scope;
  const { 'submit-poll': jobs } = strategy;
  const deferring = deferringOf(strategy, scope);
  if (jobs === undefined) return deferring;
  const submitted = createSubmitPoll({ clock, spec: jobs, luck: luck.stream('submit'), end });
  // What is held is not submitted before its time.
  if (deferring === undefined) return { before: submitted, firstEnded() {} };
  return { ...deferring, before: (client) => deferring.before(submitted(client)) };
}

function deferringOf(strategy: StrategySpec, { clock, luck, curve }: InFrontScope): InFront | undefined {
  if (strategy.defer === undefined) return undefined;
  const defer = createDefer(strategy.defer, { curve });
  const places = luck.stream('defer');
  return {
    before: (taker) => createDeferral({ clock, defer, luck: places, taker }),
    firstEnded(outcome) {
      defer.ended({ nowMs: clock.now() / 1000, refused: outcome.class === 'capacity' || outcome.class === 'rate_limited' });
    },
  };
}

import { type ClimbBounds, nextConcurrency } from '../../probe/climb.ts';
import type { StepFigures } from '../../probe/figures.ts';
import { isOver } from '../../probe/judge.ts';
import { type ProbeOptions, type ProbeResult, probe } from '../../probe/probe.ts';
import { choose, type LiveChoice } from './live-choice.ts';
import { beyondOf, createLiveTrials, type LiveTrials, type LiveTrialsOptions, type LiveTried } from './live-trials.ts';

export type TuneLiveOptions = Omit<ProbeOptions, 'beyond' | 'next' | 'onStep' | 'balance'> & LiveTrialsOptions;

/** What a ramp found. */
export interface LiveFound extends LiveChoice {
  /** The guess was measured again, by a step that nobody chose it by, and was within its bounds there too. */
  readonly confirmed: boolean;
  /** By concurrency, what a step struck out included. */
  readonly tried: readonly LiveTried[];
  readonly ramp: ProbeResult;
}

/** Steps of one concurrency; what they leave open stays open. */
const mostSteps = 12;

/**
 * Measures a server as a probe does, and goes on where that leaves something open for a decision: downward where the first step
 * is too much already, one step beside what is chosen, more of it until its bounds are shown, and once more to confirm it.
 */
export async function tuneLive(options: TuneLiveOptions): Promise<LiveFound> {
  const hunt = createHunt(options);
  const ramp = await probe({ ...options, next: hunt.next, onStep: hunt.took });
  return { ...hunt.choice(), confirmed: hunt.confirmed(), tried: hunt.tried(), ramp };
}

interface Hunt {
  next(steps: readonly StepFigures[]): number | undefined;
  took: (step: Parameters<LiveTrials['add']>[0]) => void;
  tried(): readonly LiveTried[];
  choice(): LiveChoice;
  confirmed(): boolean;
}

function createHunt(options: TuneLiveOptions): Hunt {
  const trials = createLiveTrials(options);
  const struck = new Map<number, 'missed'>();
  const sure = new Set<number>();
  let confirming: number | undefined;
  let climbed = false;
  const tried = (): readonly LiveTried[] => trials.all().map((each) => ({ ...each, struck: struck.get(each.concurrency) }));
  const choice = (): LiveChoice => choose(tried(), options.balance);
  const bounds: ClimbBounds = {
    ...options,
    beyond({ concurrency }) {
      const known = trials.tried(concurrency);
      return known === undefined ? 'no' : beyondOf(known);
    },
  };
  /** Smaller ones where even the smallest that was measured is too much. */
  const downward = (steps: readonly StepFigures[]): number | undefined => {
    const lowest = steps.reduce((low, each) => (each.concurrency < low.concurrency ? each : low));
    const isTooMuch = isOver(lowest, options.balance) || bounds.beyond?.(lowest) !== 'no' || choice().guess === undefined;
    return isTooMuch && lowest.concurrency > 1 ? lowest.concurrency - 1 : undefined;
  };
  const decisive = (): number | undefined => {
    const { guess } = choice();
    if (guess === undefined) return undefined;
    const { concurrency, standing, steps } = guess;
    if (standing !== 'met') return steps < mostSteps ? concurrency : undefined;
    const beside = [concurrency - 1, concurrency + 1].find((each) => each >= 1 && each <= options.max && trials.tried(each) === undefined);
    if (beside !== undefined) return beside;
    if (sure.has(concurrency)) return undefined;
    confirming = concurrency;
    return concurrency;
  };
  return {
    tried,
    choice,
    confirmed() {
      const { guess } = choice();
      return guess !== undefined && guess.standing === 'met' && sure.has(guess.concurrency);
    },
    took(step) {
      trials.add(step);
      if (confirming !== step.concurrency || step.cutShort !== undefined) return;
      confirming = undefined;
      if (trials.last(step.concurrency)?.standing === 'missed') struck.set(step.concurrency, 'missed');
      else if (trials.tried(step.concurrency)?.standing === 'met') sure.add(step.concurrency);
    },
    next(steps) {
      const upward = climbed ? undefined : nextConcurrency(steps, bounds);
      climbed = upward === undefined;
      return upward ?? downward(steps) ?? decisive();
    },
  };
}

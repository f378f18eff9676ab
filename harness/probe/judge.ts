import type { StepFigures } from './figures.ts';
import { fitScalability, type Scalability } from './scalability.ts';

/** What steps say about a provider. */
export interface Judgement {
  /** Largest concurrency whose share of refusals is below the bound; null: none was. */
  readonly balancePoint: number | null;
  /** No concurrency was refused too often: the balance point may lie higher than what was tried. */
  readonly openAbove: boolean;
  /** The step with the most answers per second. */
  readonly best: StepFigures;
  /** Smallest concurrency whose goodput is within 1 % of the best. */
  readonly smallestAsGood: number;
  /** The highest concurrency that was measured. */
  readonly highest: number;
  /** The limit to try first: the smaller of balance point and smallest as good. */
  readonly limit: number;
  /** The curve through the goodputs of servers that refuse nobody; null where somebody was refused or failed, or with too few steps. */
  readonly scalability: Scalability | null;
}

/** Goodputs that are nearer than this are alike. */
export const alike = 0.01;

/** Whether this step was refused at least as often as the bound. */
export function isOver({ refusedShare }: StepFigures, balance: number): boolean {
  return refusedShare !== null && refusedShare >= balance;
}

/** The step with the most answers per second, the first of equals; of at least one step. */
export function bestOf(steps: readonly StepFigures[]): StepFigures {
  return steps.reduce((best, step) => (step.goodputPerSecond > best.goodputPerSecond ? step : best));
}

/** The step with the smallest concurrency whose goodput is within 1 % of the best; of at least one step. */
export function smallestAsGood(steps: readonly StepFigures[]): StepFigures {
  const least = bestOf(steps).goodputPerSecond * (1 - alike);
  return steps.filter(({ goodputPerSecond }) => goodputPerSecond >= least).reduce((a, b) => (b.concurrency < a.concurrency ? b : a));
}

/** Undefined when no step both ran its time and answered anything. A step that was cut short tells too little. */
export function judge(steps: readonly StepFigures[], balance: number): Judgement | undefined {
  const whole = steps.filter(({ cutShort }) => cutShort === null);
  const answering = whole.filter(({ answered }) => answered > 0);
  if (answering.length === 0) return undefined;
  const under = whole.filter((step) => step.refusedShare !== null && !isOver(step, balance)).map(({ concurrency }) => concurrency);
  const balancePoint = under.length === 0 ? null : Math.max(...under);
  const good = smallestAsGood(answering).concurrency;
  return {
    balancePoint,
    openAbove: !whole.some((step) => isOver(step, balance)),
    best: bestOf(answering),
    smallestAsGood: good,
    highest: Math.max(...whole.map(({ concurrency }) => concurrency)),
    limit: Math.min(balancePoint ?? good, good),
    scalability: curveOf(whole),
  };
}

/** Refusals and failures bend the curve: it is of servers that answer everybody, the later the more there are. */
function curveOf(steps: readonly StepFigures[]): Scalability | null {
  if (steps.some(({ refused, failed, answered }) => refused + failed > 0 || answered === 0)) return null;
  return fitScalability(steps.map(({ concurrency, goodputPerSecond }) => ({ n: concurrency, perSecond: goodputPerSecond })));
}

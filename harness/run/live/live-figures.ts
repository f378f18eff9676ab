import type { LiveFigures, Spread } from '../../../reports/result/fold.ts';
import { quantitiesOf } from '../../../reports/result/pool.ts';
import { nearestRank } from '../../../reports/result/stats/nearest-rank.ts';
import { round6 } from '../../../reports/result/stats/round6.ts';

/** Fewer attempts than this share of those due came onto a connection in time: the harness was the bottleneck. */
const leastAchieved = 0.95;
/** So is one that is late by more than this share of what it measures. */
const mostLate = 0.1;
/** Lateness of less than this says nothing, ms of real time. */
const negligibleMs = 10;
/** Where nothing was answered there is nothing to compare with: more than this is much, ms of real time. */
const muchMs = 100;

export interface Kept {
  readonly timeScale: number;
  /** Microseconds of the scenario, ascending. */
  readonly late: Float64Array;
  readonly waited: Float64Array;
  /** Ms of real time, ascending. */
  readonly timers: Float64Array;
  /** Attempts due in the window, and those on a connection before its end. */
  readonly due: number;
  readonly onTheWire: number;
  readonly windowSeconds: number;
  /** Ms of the scenario, ascending: of answers as the client and as the server saw them. */
  readonly serviceMs: Float64Array;
  readonly servedMs: Float64Array;
}

/** How well a live run kept to its plan. */
export function liveFigures(kept: Kept): LiveFigures {
  const { timeScale, windowSeconds, due, onTheWire } = kept;
  const perSecond = (count: number): number => (windowSeconds === 0 ? 0 : round6(count / windowSeconds));
  const figures = {
    latenessMs: spreadOf(kept.late, 1000 * timeScale),
    connectionMs: spreadOf(kept.waited, 1000 * timeScale),
    offeredPerSecond: perSecond(due),
    achievedPerSecond: perSecond(onTheWire),
    timerErrorMs: spreadOf(kept.timers, 1),
    servedMs: quantitiesOf(kept.servedMs),
  };
  const service = kept.serviceMs.length === 0 ? undefined : nearestRank(kept.serviceMs, 0.5);
  const late = Math.max(figures.latenessMs.p99, figures.connectionMs.p99);
  const bound = service === undefined || service === null ? muchMs : Math.max(negligibleMs, (mostLate * service) / timeScale);
  return { ...figures, generatorLimited: onTheWire < leastAchieved * due || late > bound };
}

/** Of ascending values, divided by `unit`. */
function spreadOf(values: Float64Array, unit: number): Spread {
  const at = (p: number): number => (values.length === 0 ? 0 : round6((nearestRank(values, p) ?? 0) / unit));
  return { count: values.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

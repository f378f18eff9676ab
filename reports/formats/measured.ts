import { formatDuration } from '../../sim/kernel/units.ts';
import type { Measure, Unit } from '../result/measures/measure.ts';
import { figureIn, measures } from '../result/measures/registry.ts';
import type { Interval, StrategySummary } from '../result/summary.ts';
import { notApplicable, showDuration, showNumber, showPlain, showRate, showShare, showUsd } from './figures.ts';

const byUnit: Readonly<Record<Unit, (value: number | null) => string>> = {
  share: showShare,
  ms: showDuration,
  perSecond: showRate,
  usd: showUsd,
  ratio: showNumber,
  attempts: showNumber,
  tokens: showNumber,
  requests: showNumber,
  permits: showNumber,
};

/** A value of the measure of this name, in its unit; "n/a" for what is no number. */
export function showMeasured(name: string, value: number | null): string {
  const unit = measures[name]?.unit;
  const known = value !== null && Number.isFinite(value) ? value : null;
  return unit === undefined ? showNumber(known) : byUnit[unit](known);
}

/** A strategy's figure of a measure, in its unit. */
export function showFigure(strategy: StrategySummary, measure: Measure): string {
  return showMeasured(measure.name, figureIn(strategy, measure));
}

/** "1.9 % to 2.4 %", or null without an interval. */
export function showInterval(name: string, interval: Interval | null | undefined): string | null {
  return interval === null || interval === undefined ? null : `${showMeasured(name, interval[0])} to ${showMeasured(name, interval[1])}`;
}

/** A difference with its sign; of shares in points: "−2.1 points", "+1.20 s". */
export function showDifference(name: string, difference: number | null): string {
  if (difference === null) return notApplicable;
  const sign = difference < 0 ? '−' : '+';
  const size = Math.abs(difference);
  const shown = measures[name]?.unit === 'share' ? showShare(size).replace('%', 'points') : showMeasured(name, size);
  return size === 0 ? shown : `${sign}${shown}`;
}

/** Ends of the interval of a difference: "−2.5 points to −1.7 points", or null without one. */
export function showDifferences(name: string, interval: Interval | null): string | null {
  return interval === null ? null : `${showDifference(name, interval[0])} to ${showDifference(name, interval[1])}`;
}

function boundValue(unit: Unit | undefined, bound: number): string {
  if (unit === 'share') return `${showPlain(100 * bound)} %`;
  if (unit === 'ms') return formatDuration(bound);
  return unit === 'perSecond' ? `${showPlain(bound)}/s` : showPlain(bound);
}

/** "errorRate ≤ 3 %": the bound as it was written, not rounded. */
export function showBound(name: string, bound: number): string {
  const measure = measures[name];
  return `${name} ${measure?.better === 'higher' ? '≥' : '≤'} ${boundValue(measure?.unit, bound)}`;
}

import type { Steps } from './curve.ts';

/** Index of the step that holds at `micros`; the first one before the start. */
export function stepAt(steps: Steps, micros: number): number {
  const at = steps.atMicros;
  let low = 0;
  let high = at.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((at[middle] as number) <= micros) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The curve's value at a time in microseconds since the start. */
export function valueAt(steps: Steps, micros: number): number {
  return steps.value[stepAt(steps, micros)] as number;
}

/** The largest value in [fromMicros, toMicros); the value at `fromMicros` when that interval is empty. */
export function maxBetween(steps: Steps, fromMicros: number, toMicros: number): number {
  let i = stepAt(steps, fromMicros);
  let max = steps.value[i] as number;
  for (i++; i < steps.atMicros.length && (steps.atMicros[i] as number) < toMicros; i++) {
    if ((steps.value[i] as number) > max) max = steps.value[i] as number;
  }
  return max;
}

/** Integral over [fromMicros, toMicros) in the curve's unit times seconds: a rate per second gives the expected count. */
export function integralOf(steps: Steps, fromMicros: number, toMicros: number): number {
  let sum = 0;
  let from = fromMicros;
  for (let i = stepAt(steps, fromMicros); from < toMicros; i++) {
    const end = Math.min(toMicros, steps.atMicros[i + 1] ?? Number.POSITIVE_INFINITY);
    sum += (steps.value[i] as number) * (end - from);
    from = end;
  }
  return sum / 1e6;
}

/** The mean over [fromMicros, toMicros); the value at `fromMicros` when that interval is empty. */
export function meanOf(steps: Steps, fromMicros: number, toMicros: number): number {
  if (toMicros <= fromMicros) return valueAt(steps, fromMicros);
  return (integralOf(steps, fromMicros, toMicros) * 1e6) / (toMicros - fromMicros);
}

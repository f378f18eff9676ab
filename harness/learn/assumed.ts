import type { Learnt } from './learnt.ts';
import type { Spread } from './service.ts';

/** The slots of a scenario, and where the figure comes from. */
export interface Slots {
  readonly slots: number;
  readonly because: string;
  /** Whether others use the pool as well. */
  readonly shared: boolean;
  readonly known: boolean;
}

/** Given, or seen because nobody else has any, or assumed. */
export function slotsOf({ slots, refused }: Learnt): Slots {
  const { atLeast, exclusive } = slots.seen;
  const some = (refused?.part ?? 0) > 0;
  if (slots.given !== null) return { slots: slots.given, because: 'given with --slots', shared: some && exclusive === null, known: true };
  if (exclusive !== null)
    return {
      slots: exclusive[1],
      because: `so many of your own calls were in service whenever one was refused`,
      shared: false,
      known: true,
    };
  const guess = Math.max(20, 2 * (atLeast ?? 0));
  const seen = atLeast === null ? 'the log does not say' : `the log shows ${atLeast} at once, no more`;
  return { slots: guess, because: `assumed: ${seen}`, shared: some, known: false };
}

/** Lines of a model that say how long it takes, and the mean of that. */
export interface ServiceLines {
  readonly lines: readonly string[];
  readonly meanMs: number;
  readonly output: string | undefined;
}

const usualMs = 5000;

/** First token and speed where the log has both, else the whole time in service, else an assumption. */
export function serviceLines({ service }: Learnt): ServiceLines {
  const { latencyMs, firstTokenMs, outputTokens, tokensPerSecond, steady } = service;
  if (latencyMs === null)
    return { lines: [`service: ${ms(usualMs)}   # ◀ assumed: the log has no times`], meanMs: usualMs, output: undefined };
  const meanMs = latencyMs.mean.value;
  const of = (spread: Spread): string => `${plain(spread.count)} calls`;
  if (firstTokenMs !== null && outputTokens !== null && tokensPerSecond !== null && steady) {
    return {
      lines: [
        `firstToken: ${law(firstTokenMs)}   # from ${of(firstTokenMs)}`,
        `tokensPerSecond: ${plain(tokensPerSecond)}   # tokens over the time from the first one to the end`,
      ],
      meanMs,
      output: sizeOf(outputTokens),
    };
  }
  return {
    lines: [`service: ${wholeLaw(latencyMs)}   # beginning to end of ${of(latencyMs)}`],
    meanMs,
    output: outputTokens === null ? undefined : sizeOf(outputTokens),
  };
}

/** Always alike, exponential by its variation, else log-normal. */
function wholeLaw(spread: Spread): string {
  if (
    spread.variation > 0.9 &&
    spread.variation < 1.1 &&
    spread.p50.value > 0.55 * spread.mean.value &&
    spread.p50.value < 0.85 * spread.mean.value
  )
    return `{ exponential: ${ms(spread.mean.value)} }`;
  return law(spread);
}

function law(spread: Spread): string {
  const [middle, high] = middleAndHigh(spread, 0.01);
  return high < 1.05 * middle ? ms(middle) : `{ p50: ${ms(middle)}, p99: ${ms(high)} }`;
}

export function sizeOf(spread: Spread): string {
  const [middle, high] = middleAndHigh(spread, 1).map(Math.round);
  return middle === high ? String(middle) : `{ p50: ${middle}, p99: ${high} }`;
}

/** The 99th percentile of a standard normal variable. */
const z99 = 2.3263478740408408;

/** How far the mean of a law may be off the log's: loads are means, so that they are off as much. */
const mostOff = 0.05;

/**
 * Median and 99th percentile of a log-normal law, whose mean is p50 · exp(σ² / 2) with σ = ln(p99 / p50) / z99. Where that mean
 * is not the log's, as of answers of two kinds, the median stays and σ is that of the mean; a mean at or below the median has
 * no such law and stands alone.
 */
function middleAndHigh({ mean, p50, p99 }: Spread, least: number): readonly [number, number] {
  const [middle, high] = [Math.max(least, p50.value), Math.max(least, p99.value)];
  const sigma = Math.log(high / middle) / z99;
  if (Math.abs((middle * Math.exp(sigma ** 2 / 2)) / mean.value - 1) <= mostOff) return [middle, high];
  if (mean.value <= middle) return [Math.max(least, mean.value), Math.max(least, mean.value)];
  return [middle, middle * Math.exp(z99 * Math.sqrt(2 * Math.log(mean.value / middle)))];
}

/** A duration in a scenario, to four digits. */
export function ms(value: number): string {
  return value >= 1000 ? `${plain(value / 1000)}s` : `${plain(value)}ms`;
}

/** Four digits without an exponent. */
export function plain(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return '0';
  const digits = Math.min(20, Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value)))));
  return String(Number(value.toFixed(digits))).includes('e') ? value.toFixed(digits) : String(Number(value.toFixed(digits)));
}

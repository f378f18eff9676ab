import type { Unit } from '../measures/measure.ts';
import { measureNamed } from '../measures/registry.ts';
import type { SloVerdict, StrategySummary } from '../summary.ts';

/** 0.0437 → "4.4 %", 0.00012 → "0.012 %". */
export function percent(share: number): string {
  const points = 100 * share;
  return `${points === 0 || points >= 0.1 ? trimmed(points, 1) : Number(points.toPrecision(2))} %`;
}

function trimmed(value: number, decimals: number): string {
  return value === 0 ? '0' : value.toFixed(decimals);
}

/** 850 → "850 ms", 12300 → "12.3 s", 600000 → "10.0 min". */
export function span(ms: number): string {
  if (ms < 1000) return `${Number(ms.toPrecision(3))} ms`;
  return ms < 600_000 ? `${trimmed(ms / 1000, 1)} s` : `${trimmed(ms / 60_000, 1)} min`;
}

/** 54.6 → "$55", 1.234 → "$1.23". */
export function dollars(usd: number): string {
  if (usd >= 10) return `$${usd.toFixed(0)}`;
  return usd >= 0.01 || usd === 0 ? `$${usd.toFixed(2)}` : `$${Number(usd.toPrecision(2))}`;
}

function inUnit(unit: Unit, value: number): string {
  if (unit === 'share') return percent(value);
  if (unit === 'ms') return span(value);
  if (unit === 'usd') return dollars(value);
  return unit === 'perSecond' ? `${Number(value.toPrecision(3))}/s` : String(Number(value.toPrecision(3)));
}

/** "errorRate ≤ 3.0 %". */
export function boundText({ measure, bound }: Pick<SloVerdict, 'measure' | 'bound'>): string {
  const { better, unit } = measureNamed(measure);
  return `${measure} ${better === 'higher' ? '≥' : '≤'} ${inUnit(unit, bound)}`;
}

/** "errorRate ≤ 3.0 % (is 4.4 %)". */
export function boundAndValue(verdict: SloVerdict): string {
  const value = verdict.value === null ? 'has no value' : `is ${inUnit(measureNamed(verdict.measure).unit, verdict.value)}`;
  return `${boundText(verdict)} (${value})`;
}

/** "errorRate ≤ 3.0 % undecided at 3.1 %". */
export function boundAndVerdict(each: SloVerdict): string {
  const at = each.value === null ? '' : ` at ${inUnit(measureNamed(each.measure).unit, each.value)}`;
  return `${boundText(each)} ${each.verdict}${at}`;
}

/** 95th percentile with failures; without one, so many failed that it is endless. */
export function p95Text({ latencyMs }: StrategySummary): string {
  const p95 = latencyMs.withFailures?.p95 ?? null;
  return p95 === null ? 'endless' : span(p95);
}

export function errorsText({ errorRate }: StrategySummary): string {
  return errorRate === null ? 'none measured' : percent(errorRate);
}

/** "a", "a and b", "a, b and c". */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

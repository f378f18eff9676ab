import { grouped } from '../../sim/kernel/grouped.ts';
/** Figures for people: a few sensible digits with a unit. Null is "n/a". Files for machines keep the full figures. */

export const notApplicable = 'n/a';

/** Three significant digits without an exponent, trailing zeros kept: 0.482, 8.04, 124. */
function threeDigits(value: number): string {
  const size = Math.abs(value);
  if (size >= 99.95) return grouped(Math.round(value));
  if (size >= 9.995) return value.toFixed(1);
  if (size === 0) return '0';
  if (size >= 0.9995) return value.toFixed(2);
  const exponent = Number(value.toExponential(2).split('e')[1]);
  return value.toFixed(Math.min(6, 2 - exponent));
}

function percentOf(percent: number): string {
  if (percent === 0) return '0';
  if (percent < 0.9995) return percent.toFixed(2);
  return percent === 100 ? '100' : percent.toFixed(1);
}

/** A share 0 … 1 as percent: 0.044 → "4.4 %". What is neither 0 nor 1 is never shown as 0 % or 100 %. */
export function showShare(share: number | null): string {
  if (share === null) return notApplicable;
  const percent = share * 100;
  if (percent > 0 && percent < 0.01) return '<0.01 %';
  if (percent > 99.9 && percent < 100) return '>99.9 %';
  return `${percentOf(percent)} %`;
}

const minute = 60_000;
const hour = 60 * minute;

function clockParts(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const two = (part: number) => String(part).padStart(2, '0');
  if (ms < hour - 500) return `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s`;
  const minutes = Math.round(ms / minute);
  return `${grouped(Math.floor(minutes / 60))}h ${two(minutes % 60)}m`;
}

/** Milliseconds: "812 ms", "5.55 s", "12.3 s", "4m 05s", "2h 10m". */
export function showDuration(ms: number | null): string {
  if (ms === null) return notApplicable;
  if (ms === 0) return '0 ms';
  if (ms < 999.5) return ms < 1 && ms < 0.01 ? '<0.01 ms' : `${ms < 10 ? Number(ms.toPrecision(2)) : Math.round(ms)} ms`;
  if (ms < 9_995) return `${(ms / 1000).toFixed(2)} s`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  return clockParts(ms);
}

/** Per second: "0.482/s". */
export function showRate(perSecond: number | null): string {
  if (perSecond === null) return notApplicable;
  return perSecond > 0 && perSecond < 0.0001 ? '<0.0001/s' : `${threeDigits(perSecond)}/s`;
}

/** US dollars: "$0.0123", "$4.20", "$12.34", "$1,234". */
export function showUsd(usd: number | null): string {
  if (usd === null) return notApplicable;
  if (usd === 0) return '$0';
  if (usd < 0.0001) return '<$0.0001';
  if (usd < 0.995) return `$${threeDigits(usd)}`;
  return usd < 999.995 ? `$${usd.toFixed(2)}` : `$${grouped(usd)}`;
}

/** A factor or a plain number: "1.03", "12.3". */
export function showNumber(value: number | null): string {
  return value === null ? notApplicable : threeDigits(value);
}

/** A number as a person would write it in a scenario: 4, 0.25. */
export function showPlain(value: number | null): string {
  return value === null ? notApplicable : String(Number(value.toPrecision(6)));
}

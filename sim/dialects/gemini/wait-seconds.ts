const minuteMs = 60_000;

/** A wait as RetryInfo has it: `45.8s`, to nine digits as in `58.821668433s`; whole: cut off, `58s`. */
export function waitSeconds(waitMs: number, grain: 'exact' | 'whole'): string {
  const seconds = Math.max(0, waitMs) / 1000;
  return `${grain === 'whole' ? Math.floor(seconds) : seconds.toFixed(9).replace(/\.?0+$/, '')}s`;
}

/** Milliseconds of such a text. */
export function waitMsOf(text: string | undefined): number | undefined {
  const match = /^(\d+(?:\.\d+)?)s$/.exec(text ?? '');
  return match === null ? undefined : Number(match[1]) * 1000;
}

/** What is said of a quota that is used up for the day: a short wait all the same, up to the end of a minute. */
export function withinMinute(waitMs: number): number {
  return waitMs % minuteMs || Math.min(waitMs, minuteMs);
}

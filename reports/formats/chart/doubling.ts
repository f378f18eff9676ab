/** Shorter times stand at the left edge. */
const shortestMs = 0.01;

/** Place of a time on a doubling scale: 0 at one second, one more for twice the time. */
export function doublings(ms: number): number {
  return Math.log(Math.max(shortestMs, ms) / 1000) / Math.LN2;
}

function timeOf(doubling: number): string {
  let seconds = 1;
  for (let i = 0; i < Math.abs(doubling); i++) seconds *= doubling > 0 ? 2 : 0.5;
  return seconds < 0.5 ? `${Number((1000 * seconds).toPrecision(2))} ms` : `${seconds} s`;
}

/** A doubling scale that holds these places, two doublings wide at least, with at most seven times below it. */
export function doublingAxis(places: readonly number[]) {
  const min = places.length === 0 ? 0 : Math.floor(Math.min(...places));
  const least = Math.max(min + 2, ...places.map((place) => Math.ceil(place)));
  const interval = Math.ceil((least - min) / 6);
  // Whole steps: a last label that is nearer than the others would touch its neighbour.
  return { min, max: min + interval * Math.ceil((least - min) / interval), interval, show: timeOf };
}

/** Shares of what is counted, in percent. */
export const shareAxis = { min: 0, max: 100, interval: 20, show: (percent: number) => `${percent} %` } as const;

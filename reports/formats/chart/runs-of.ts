/** Neighbouring whole numbers of an ascending list as [first, last]. */
export function runsOf(places: readonly number[]): ReadonlyArray<readonly [number, number]> {
  const starts = places.filter((place, i) => place - 1 !== places[i - 1]);
  const ends = places.filter((place, i) => place + 1 !== places[i + 1]);
  return starts.map((start, i) => [start, ends[i] ?? start]);
}

/**
 * Positions of the points that no other point beats: none is at least as good in everything and better in something. All
 * coordinates are better when smaller; null is worse than any number. Points that are equal stand or fall together.
 */
export function paretoFront(points: readonly (readonly (number | null)[])[]): readonly number[] {
  const known = points.map((point) => point.map((value) => value ?? Number.POSITIVE_INFINITY));
  return known.flatMap((point, position) => (known.some((other) => beats(other, point)) ? [] : [position]));
}

function beats(one: readonly number[], other: readonly number[]): boolean {
  return one.every((value, i) => value <= (other[i] as number)) && one.some((value, i) => value < (other[i] as number));
}

/** Paths of fewer points stay as the drawing library writes them: there is nothing to gain. */
const fewest = 8;

const tenths = (text: string): number => Math.round(10 * Number(text));

interface Point {
  /** Whether the line is interrupted before it. */
  readonly begins: boolean;
  readonly x: number;
  readonly y: number;
}

function pointsOf(path: string): readonly Point[] {
  return [...path.matchAll(/([ML])(-?[\d.]+) (-?[\d.]+)/g)].map(([, kind, x = '', y = '']) => ({
    begins: kind === 'M',
    x: tenths(x),
    y: tenths(y),
  }));
}

/** A point inside a level piece that goes on to the right. */
function isIdle(before: Point | undefined, { begins, x, y }: Point, after: Point | undefined): boolean {
  if (before === undefined || after === undefined || begins || after.begins) return false;
  return before.y === y && after.y === y && before.x <= x && x <= after.x;
}

/** Two figures, parted where they would else read as one. */
function pair(x: number, y: number): string {
  const [right, down] = [String(x / 10), String(y / 10)];
  return `${right}${down.startsWith('-') ? '' : ' '}${down}`;
}

/**
 * A path of straight pieces, `M60.9 145.9L66.7 139.9…`, with each point as its distance from the one before and without
 * points inside level pieces: half as long, the same line. Coordinates are rounded to tenths first, so nothing adds up. Any other
 * path stays as it is.
 */
export function shortPath(path: string): string {
  if (!/^(?:[ML]-?[\d.]+ -?[\d.]+)+$/.test(path)) return path;
  const all = pointsOf(path);
  if (all.length < fewest) return path;
  const points = all.filter((point, i) => !isIdle(all[i - 1], point, all[i + 1]));
  let text = '';
  for (const [i, point] of points.entries()) {
    const before = points[i - 1];
    if (before === undefined || point.begins) {
      text += `M${pair(point.x, point.y)}`;
      continue;
    }
    const piece = pair(point.x - before.x, point.y - before.y);
    text += `${before.begins ? 'l' : piece.startsWith('-') ? '' : ' '}${piece}`;
  }
  return text;
}

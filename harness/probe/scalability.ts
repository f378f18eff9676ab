/** Throughput at a concurrency. */
export interface Point {
  /** At least 1. */
  readonly n: number;
  /** Per second; above 0. */
  readonly perSecond: number;
}

/** The curve of the universal scalability law that is nearest to some points. */
export interface Scalability {
  /** Per second with one at a time. */
  readonly lambda: number;
  /** Contention: the share of the work that waits for its turn; 0 or more. */
  readonly sigma: number;
  /** Coherence: what each pair costs; 0 or more. */
  readonly kappa: number;
  /** The concurrency with the highest throughput, √((1 − σ)/κ); null where more at once never bring less. */
  readonly peak: number | null;
}

type Triple = readonly [lambda: number, sigma: number, kappa: number];
/** Which of the three are free to vary; the others stay 0. */
type Free = readonly number[];

/** With fewer than this many concurrencies, any curve fits. */
const fewest = 5;
const mostRounds = 500;

/**
 * Fits X(n) = λn / (1 + σ(n − 1) + κn(n − 1)) to points by least squares, with σ and κ not below 0; null with fewer than five
 * concurrencies. Source: N. J. Gunther, Guerrilla Capacity Planning (2007), chapter 4: the universal scalability law.
 */
export function fitScalability(points: readonly Point[]): Scalability | null {
  if (new Set(points.map(({ n }) => n)).size < fewest) return null;
  // Where the nearest curve of all has a negative σ or κ, the nearest one that is allowed has a 0 there.
  const fits = [[0, 1, 2], [0, 1], [0, 2], [0]].map((free) => nearest(points, free)).filter(([, sigma, kappa]) => sigma >= 0 && kappa >= 0);
  const best = fits.reduce<Triple | undefined>((a, b) => (a === undefined || errorOf(points, b) < errorOf(points, a) ? b : a), undefined);
  if (best === undefined) return null;
  const [lambda, sigma, kappa] = best;
  return { lambda, sigma, kappa, peak: kappa > 0 && sigma < 1 ? Math.sqrt((1 - sigma) / kappa) : null };
}

function divisor([, sigma, kappa]: Triple, n: number): number {
  return 1 + sigma * (n - 1) + kappa * n * (n - 1);
}

/** Σ of squared differences; Infinity for a curve that is not one. */
function errorOf(points: readonly Point[], triple: Triple): number {
  return points.reduce((sum, { n, perSecond }) => {
    const below = divisor(triple, n);
    const off = below > 0 ? perSecond - (triple[0] * n) / below : Number.POSITIVE_INFINITY;
    return sum + off * off;
  }, 0);
}

/** Levenberg and Marquardt's way down, from the curve that fits n/X, in which 1/λ, σ/λ and κ/λ are linear. */
function nearest(points: readonly Point[], free: Free): Triple {
  let at = beginning(points, free);
  let error = errorOf(points, at);
  let damping = 1e-3;
  for (let round = 0; round < mostRounds && damping < 1e12; round++) {
    const step = stepFrom(points, at, free, damping);
    const next = at.map((value, i) => value + (step[free.indexOf(i)] ?? 0)) as unknown as Triple;
    const came = errorOf(points, next);
    if (came < error) {
      const gained = error - came;
      at = next;
      error = came;
      damping /= 10;
      if (gained <= 1e-15 * error) break;
    } else damping *= 10;
  }
  return at;
}

function beginning(points: readonly Point[], free: Free): Triple {
  const rows = points.map(({ n, perSecond }) => ({ of: free.map((i) => [1, n - 1, n * (n - 1)][i] as number), is: n / perSecond }));
  const [a = 0, ...rest] = solved(
    free.map((_, i) => free.map((__, j) => rows.reduce((sum, { of }) => sum + (of[i] as number) * (of[j] as number), 0))),
    free.map((_, i) => rows.reduce((sum, { of, is }) => sum + (of[i] as number) * is, 0)),
  );
  const lambda = a > 0 ? 1 / a : Math.max(...points.map(({ n, perSecond }) => perSecond / n));
  const usable = (value: number | undefined): number => Math.max(0, (value ?? 0) * lambda);
  return [lambda, usable(rest[free.indexOf(1) - 1]), usable(rest[free.indexOf(2) - 1])];
}

function stepFrom(points: readonly Point[], at: Triple, free: Free, damping: number): readonly number[] {
  const slopes = points.map(({ n }) => {
    const below = divisor(at, n);
    const by = (-at[0] * n * (n - 1)) / (below * below);
    return [n / below, by, by * n];
  });
  const left = points.map(({ n, perSecond }) => perSecond - (at[0] * n) / divisor(at, n));
  const product = (i: number, j: number): number => slopes.reduce((sum, slope) => sum + (slope[i] as number) * (slope[j] as number), 0);
  return solved(
    free.map((i) => free.map((j) => product(i, j) * (i === j ? 1 + damping : 1))),
    free.map((i) => slopes.reduce((sum, slope, row) => sum + (slope[i] as number) * (left[row] as number), 0)),
  );
}

/** The solution of up to three linear equations, by elimination with the largest pivot. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, i) => [...row, right[i] as number]);
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    const pivot = rows.slice(column).reduce((a, b) => (Math.abs(b[column] as number) > Math.abs(a[column] as number) ? b : a));
    const place = rows.indexOf(pivot);
    [rows[column], rows[place]] = [pivot, rows[column] as number[]];
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = (row[column] as number) / (pivot[column] as number);
      for (let i = column; i <= size; i++) row[i] = (row[i] as number) - factor * (pivot[i] as number);
    }
  }
  return rows.map((row, i) => (row[size] as number) / (row[i] as number));
}

import { round6 } from '../../reports/result/stats/round6.ts';

/** Completions are counted in spans of so many microseconds, the first one from the end of the warm-up. */
export const steadyMicros = 5_000_000;

/** What it takes of a run. */
interface Completions {
  readonly generator: { readonly batchMs: readonly [number, number] | null };
  readonly recorder: { readonly steady: Uint32Array; readonly options: { readonly warmUp: number } };
}

/**
 * Coefficient of variation of ok completions per span: standard deviation (n − 1) over mean; null where there is none. Over
 * the window; of a batch from its start until its last job is done, because before and after there is nothing to do.
 */
export function steadinessOf({ generator, recorder }: Completions): number | null {
  const { batchMs } = generator;
  const { steady, options } = recorder;
  if (batchMs === null) return variation(steady);
  const [from, to] = batchMs.map((ms) => Math.max(0, (ms * 1000 - options.warmUp) / steadyMicros));
  return variation(steady.subarray(Math.floor(from ?? 0), Math.floor(to ?? 0) + 1));
}

function variation(counts: Uint32Array): number | null {
  if (counts.length < 2) return null;
  let sum = 0;
  for (const count of counts) sum += count;
  const mean = sum / counts.length;
  if (mean === 0) return null;
  let squares = 0;
  for (const count of counts) squares += (count - mean) * (count - mean);
  return round6(Math.sqrt(squares / (counts.length - 1)) / mean);
}

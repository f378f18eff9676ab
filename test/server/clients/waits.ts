/** Bounds of one wait, ms: at least, at most. */
export type Bounds = readonly [low: number, high: number];

/** `openai`, before retry n + 1: what is asked for, else min(0.5 · 2ⁿ, 8) s · (1 − U(0, 0.25)). */
export function openaiWait(n: number, askedMs = 0): Bounds {
  if (askedMs > 0) return [askedMs, askedMs];
  const full = Math.min(500 * 2 ** n, 8000);
  return [full * 0.75, full];
}

/** `ai`: what is asked for, else 2 · 2ⁿ s, no jitter. */
export function aiWait(n: number, askedMs = 0): Bounds {
  if (askedMs > 0) return [askedMs, askedMs];
  return [2000 * 2 ** n, 2000 * 2 ** n];
}

/** LangChain: 2ⁿ s · U(1, 2), and no less than what is asked for. */
export function langchainWait(n: number, askedMs = 0): Bounds {
  return [Math.max(1000 * 2 ** n, askedMs), Math.max(2000 * 2 ** n, askedMs)];
}

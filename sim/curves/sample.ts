import type { Piece } from './pieces.ts';

/**
 * Continuous curves become steps: a straight line is cut into 50 equal parts (each 2 % of the change), an exponential
 * decay into parts of a fiftieth of its time constant (at most 2 % of its height each), until 7 time constants have passed
 * and 0.09 % is left. Each step is the mean of the curve over it, so that areas (expected arrivals) are kept exactly.
 */
const parts = 50;
const timeConstants = 7;

/** A straight line from `from` to `to` over `overMs`, then `to`. */
export function linePieces(startMs: number, overMs: number, from: number, to: number): readonly Piece[] {
  const pieces: Piece[] = [];
  if (overMs > 0) {
    for (let i = 0; i < parts; i++) pieces.push([startMs + (overMs * i) / parts, from + ((to - from) * (i + 0.5)) / parts]);
  }
  pieces.push([startMs + overMs, to]);
  return pieces;
}

/** An exponential decay from `height` with time constant `decayMs`; 0 after 7 time constants. */
export function decayPieces(startMs: number, decayMs: number, height: number): readonly Piece[] {
  const pieces: Piece[] = [];
  const meanShare = parts * (1 - Math.exp(-1 / parts));
  for (let i = 0; i < parts * timeConstants; i++) pieces.push([startMs + (decayMs * i) / parts, height * Math.exp(-i / parts) * meanShare]);
  pieces.push([startMs + decayMs * timeConstants, 0]);
  return pieces;
}

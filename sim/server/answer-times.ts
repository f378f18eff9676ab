import type { Answer } from '../provider/answer.ts';

/** A refusal with a status of its own, or what a script says. */
export function comesWhole({ error }: Answer): boolean {
  return error !== undefined && ('literally' in error || error.form === 'status');
}

/** Tokens of a stream that are due at `now`. */
export function tokensBy({ firstAt, step, tokens }: Answer, now: number): number {
  if (now < firstAt) return 0;
  return step === 0 ? tokens : Math.min(tokens, 1 + Math.floor((now - firstAt + 0.5) / step));
}

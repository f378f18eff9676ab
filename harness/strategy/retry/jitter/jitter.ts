/**
 * Spreads a wait. Pure. `delayMs` is what the rule says before jitter, `baseMs` where the rule started (for fixed and list
 * the same), `previousMs` the wait before (0 when there was none), `uniform` a number in (0, 1). Returns ms, at least 0; the
 * rule applies its cap afterwards.
 */
export type Jitter = (delayMs: number, baseMs: number, previousMs: number, uniform: number) => number;

import type { Defer, DeferScope } from './defer.ts';
import { createLearned, type LearnedSpec } from './learned.ts';
import { createWindow, type WindowSpec } from './window.ts';

/** Which hours are better: those of a window, or those learnt from earlier days. */
export type DeferSpec = { readonly window: WindowSpec } | { readonly learned: LearnedSpec };

export function createDefer(spec: DeferSpec, scope: DeferScope): Defer {
  return 'window' in spec ? createWindow(spec.window, scope) : createLearned(spec.learned, scope);
}

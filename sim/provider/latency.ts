import { compileDistribution, meanOfDistribution } from './distribution.ts';
import type { ModelSpec } from './spec.ts';

/**
 * When the parts of an answer come, in milliseconds after its service began. An answer of n tokens takes n + 1 steps:
 * token k comes at first + (k − 1) · step, and the stop token, with which the slot is free and the answer at its end,
 * one step after the last. With `firstToken` and `tokensPerSecond` a step is 1 / rate, so the whole takes
 * firstToken + n / rate (0.9 s median, 4 s p99 and 200 tokens at 45/s: 1.105 s + 4.444 s = 5.55 s in the mean). With
 * `service` the steps are equal parts of the drawn whole: the first token comes after 1 / (n + 1) of it.
 */
export interface Service {
  /** First token, from one uniform number in (0, 1). */
  firstMs(u: number, inputTokens: number, outputTokens: number): number;
  /** The end, from the value `firstMs` gave. */
  totalMs(firstMs: number, outputTokens: number): number;
  /** Mean of the end, from the formula. */
  meanMs(inputTokens: number, outputTokens: number): number;
}

export function compileService(model: Pick<ModelSpec, 'service' | 'firstToken' | 'perInputToken' | 'tokensPerSecond'>): Service {
  if (model.service !== undefined) {
    const whole = compileDistribution(model.service);
    const mean = meanOfDistribution(model.service);
    return {
      firstMs: (u, _inputTokens, outputTokens) => whole(u) / (outputTokens + 1),
      totalMs: (firstMs, outputTokens) => firstMs * (outputTokens + 1),
      meanMs: () => mean,
    };
  }
  const first = compileDistribution(model.firstToken);
  const mean = meanOfDistribution(model.firstToken);
  const stepMs = 1000 / model.tokensPerSecond;
  const { perInputToken } = model;
  return {
    firstMs: (u, inputTokens) => first(u) + perInputToken * inputTokens,
    totalMs: (firstMs, outputTokens) => firstMs + outputTokens * stepMs,
    meanMs: (inputTokens, outputTokens) => mean + perInputToken * inputTokens + outputTokens * stepMs,
  };
}

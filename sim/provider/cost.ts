import type { ModelSpec } from './spec.ts';

/** What a model asks for these tokens, US dollars. */
export function costOf({ usdPerMillion }: Pick<ModelSpec, 'usdPerMillion'>, inputTokens: number, outputTokens: number): number {
  return (inputTokens * usdPerMillion.input + outputTokens * usdPerMillion.output) / 1e6;
}

import { type Luck, probit, type Stream } from '../../sim/kernel/random.ts';
import type { SizeSpec, WorkloadSpec } from './spec.ts';

/** Tokens of one request; `maxTokens` is the bound that the request itself states. */
export interface Sizes {
  readonly input: number;
  readonly output: number;
  readonly maxTokens: number;
}

/** Sizes of the request with this index; a trace gives its tokens with the arrival. */
export type SizesOf = (entity: number, traced?: { readonly inputTokens?: number; readonly outputTokens?: number }) => Sizes;

/** Quantile of the standard normal distribution at 0.99. */
const z99 = probit(0.99);

/**
 * Sizes are keyed by the request alone: it has the same tokens in every strategy and on every target. Whole numbers, at
 * least 1; an answer is never longer than `maxTokens`, which is the answer's own length unless the scenario sets it.
 */
export function compileSizes(spec: WorkloadSpec['sizes'], luck: Luck): SizesOf {
  if (spec === 'trace') return (_, traced) => bounded(traced?.inputTokens ?? 1, traced?.outputTokens ?? 1, undefined);
  const input = sampler(spec.input, luck.stream('size-input'));
  const output = sampler(spec.output, luck.stream('size-output'));
  return (entity) => bounded(input(entity), output(entity), spec.maxTokens);
}

function bounded(input: number, output: number, maxTokens: number | undefined): Sizes {
  const drawn = Math.max(1, output);
  return { input: Math.max(1, input), output: maxTokens === undefined ? drawn : Math.min(drawn, maxTokens), maxTokens: maxTokens ?? drawn };
}

/**
 * Log-normal with median p50 and 99th percentile p99: exp(ln p50 + z(U) · ln(p99 / p50) / z(0.99)), z the normal
 * quantile. One uniform, one value.
 */
function sampler(size: SizeSpec, stream: Stream): (entity: number) => number {
  if (typeof size === 'number') return () => size;
  const scale = Math.log(size.p99 / size.p50) / z99;
  return (entity) => Math.round(size.p50 * Math.exp(scale * probit(stream.uniform(entity, 0))));
}

import { probit } from '../kernel/random.ts';
import type { DistributionSpec } from './spec.ts';

/** A duration's quantile: from a uniform number in (0, 1) to milliseconds, never falling as u rises. */
export type Quantile = (u: number) => number;

const z99 = probit(0.99);

/**
 * The quantile of a duration as written. Inverse transforms all, so one uniform gives one value and equal luck means an
 * equal quantile in every model: constant; exponential −mean · ln(1 − u); log-normal p50 · exp(σ · Φ⁻¹(u)) with
 * σ = ln(p99 / p50) / Φ⁻¹(0.99); hyperexponential: the x at which Σ shareᵢ · exp(−x / meanᵢ) = 1 − u.
 */
export function compileDistribution(spec: DistributionSpec): Quantile {
  if (typeof spec === 'number') return () => spec;
  if ('exponential' in spec) {
    const mean = spec.exponential;
    return (u) => -mean * Math.log1p(-u);
  }
  if ('hyperexponential' in spec) return hyperexponential(spec.hyperexponential.means, spec.hyperexponential.shares);
  const { p50 } = spec;
  const sigma = sigmaOf(spec);
  return (u) => p50 * Math.exp(sigma * probit(u));
}

/** Mean in milliseconds, from the formula. */
export function meanOfDistribution(spec: DistributionSpec): number {
  if (typeof spec === 'number') return spec;
  if ('exponential' in spec) return spec.exponential;
  if ('hyperexponential' in spec) return meanOf(spec.hyperexponential.means, spec.hyperexponential.shares);
  const sigma = sigmaOf(spec);
  return spec.p50 * Math.exp((sigma * sigma) / 2);
}

function sigmaOf(spec: { readonly p50: number; readonly p99: number }): number {
  return Math.log(spec.p99 / spec.p50) / z99;
}

function meanOf(means: readonly number[], shares: readonly number[]): number {
  return means.reduce((sum, mean, i) => sum + mean * (shares[i] ?? 0), 0);
}

/**
 * Newton's method on ln S(x) = ln(1 − u), S the survival function. ln S of a mixture of exponentials is convex and falls,
 * so from a point left of the root every step stays left of it and comes closer. With e = −ln(1 − u), e over the mean
 * rate Σ share / mean is such a point (Jensen), and the largest mean · e lies right of the root.
 */
function hyperexponential(allMeans: readonly number[], allShares: readonly number[]): Quantile {
  const parts = allMeans.map((mean, i) => ({ mean, share: allShares[i] ?? 0 })).filter((part) => part.share > 0);
  const meanRate = parts.reduce((sum, part) => sum + part.share / part.mean, 0);
  const largest = Math.max(...parts.map((part) => part.mean));
  return (u) => {
    const e = -Math.log1p(-u);
    const most = largest * e;
    let x = Math.min(e / meanRate, most);
    for (let i = 0; i < 100; i++) {
      let survival = 0;
      let died = 0;
      let density = 0;
      for (const part of parts) {
        const left = Math.exp(-x / part.mean);
        survival += part.share * left;
        died -= part.share * Math.expm1(-x / part.mean);
        density += (part.share / part.mean) * left;
      }
      // Each form of ln S keeps its digits where the other loses them.
      const logSurvival = died < 0.5 ? Math.log1p(-died) : Math.log(survival);
      const next = Math.min(most, x + ((logSurvival + e) * survival) / density);
      if (!(next > x)) break;
      x = next;
    }
    return x;
  };
}

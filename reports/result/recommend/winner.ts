import { type Candidate, type Standing, standings } from './candidates.ts';

/** Goodput this close to the best counts as equal to it. */
export const equalGoodput = 0.99;

/** A strategy that wins by sending far more attempts than the next best one. */
export interface Displacing {
  readonly strategy: string;
  readonly next: string;
  /** Its attempts per request over those of the next. */
  readonly factor: number;
}

export interface Win {
  readonly winner: Candidate | null;
  /** Standing of the field that the winner was taken from. */
  readonly standing: Standing;
  /** Strategies that would have won, and were passed over for their attempts. */
  readonly passedOver: readonly Displacing[];
}

/** Best goodput; within 1 % of it the smallest p95 with failures, then file order. */
export function bestOf(candidates: readonly Candidate[]): Candidate | null {
  const most = candidates.reduce((best, { goodput }) => Math.max(best, goodput), 0);
  const equals = candidates.filter(({ goodput }) => goodput >= equalGoodput * most);
  return equals.reduce<Candidate | null>((best, each) => (best === null || each.p95 < best.p95 ? each : best), null);
}

/** Whether `candidate` has more than `factor` times the attempts per request of the best strategy of another family. */
export function displacing(candidate: Candidate, all: readonly Candidate[], factor: number): Displacing | null {
  const next = bestOf(all.filter(({ family }) => family !== candidate.family));
  if (next === null || next.amplification === 0 || candidate.amplification <= factor * next.amplification) return null;
  return { strategy: candidate.name, next: next.name, factor: candidate.amplification / next.amplification };
}

/** The best of `field` whose attempts per request stay within `maxAmplification` of the next best of `all`. */
function bestWithin(field: readonly Candidate[], all: readonly Candidate[], maxAmplification: number) {
  const passedOver: Displacing[] = [];
  for (let left = field; ; ) {
    const winner = bestOf(left);
    const found = winner === null ? null : displacing(winner, all, maxAmplification);
    if (found === null) return { winner, passedOver };
    passedOver.push(found);
    left = left.filter(({ name }) => name !== found.strategy);
  }
}

/** The strategy to ship: among those that meet every bound; where none does, among those that may. */
export function winnerOf(all: readonly Candidate[], maxAmplification: number): Win {
  const answering = all.filter(({ goodput }) => goodput > 0);
  const passedOver: Displacing[] = [];
  for (const standing of standings) {
    const found = bestWithin(
      answering.filter((candidate) => candidate.standing === standing),
      answering,
      maxAmplification,
    );
    passedOver.push(...found.passedOver);
    if (found.winner !== null) return { winner: found.winner, standing, passedOver };
  }
  return { winner: null, standing: 'missed', passedOver };
}

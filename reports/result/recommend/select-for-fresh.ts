import type { Result } from '../result.ts';
import { selectionSet } from '../sets.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { type SweptChoice, sweptChoice } from './swept.ts';
import { bestOf, type Displacing, displacing, equalGoodput, type Win, winnerOf } from './winner.ts';

/** More than this times the attempts per request of the next best: the result is at the cost of others. */
const displacingFactor = 1.5;

/** All that is decided on the replications that select; the figures that are printed come from fresh ones. */
export interface Choice extends Win {
  readonly candidates: readonly Candidate[];
  readonly swept: SweptChoice | null;
  /** The strategy to ship: the winner, or the variant to take when the winner is one. */
  readonly ship: string | null;
  /** Where the best of all wins by attempts that displace others. */
  readonly warning: Displacing | null;
}

/** The winner itself, or the variant to take when the winner is of the swept strategy and no better than its variants. */
function shipped(winner: Candidate | null, swept: SweptChoice | null, family: string | null): string | null {
  if (winner === null || swept === null || swept.chosen === null || winner.family !== family) return winner?.name ?? null;
  const most = swept.values.reduce((top, { candidate }) => Math.max(top, candidate.goodput), 0);
  return most >= equalGoodput * winner.goodput ? swept.chosen.candidate.name : winner.name;
}

export function choose(result: Result): Choice {
  const set = selectionSet(result);
  const candidates = candidatesOf(result, set);
  const win = winnerOf(candidates, result.scenario.recommend.maxAmplification);
  const swept = sweptChoice(result, set, candidates);
  const best = bestOf(candidates);
  return {
    ...win,
    candidates,
    swept,
    ship: shipped(win.winner, swept, result.scenario.sweep?.strategy ?? null),
    warning: best === null ? null : displacing(best, candidates, displacingFactor),
  };
}

export interface ForFresh {
  readonly winner: string | null;
  /** The variant to take, and those one step below and above it. */
  readonly neighbours: readonly string[];
  /** Winner, variants and baseline, in file order: what is to be run again. Empty when nothing wins, or won against nobody. */
  readonly names: readonly string[];
}

/**
 * Which strategies a run has to repeat on replications that nobody selected on: the best of many looks better than it is,
 * by two standard errors among 25 equals.
 */
export function selectForFresh(result: Result): ForFresh {
  const { ship, swept, candidates } = choose(result);
  const at = swept === null || swept.chosen === null ? -1 : swept.values.indexOf(swept.chosen);
  const around = at < 0 ? [] : [at - 1, at, at + 1].flatMap((i) => swept?.values[i]?.candidate.name ?? []);
  const wanted = new Set(ship === null || candidates.length < 2 ? [] : [ship, result.scenario.baseline, ...around]);
  return {
    winner: ship,
    neighbours: around.filter((name) => name !== ship),
    names: result.strategies.map(({ name }) => name).filter((name) => wanted.has(name)),
  };
}

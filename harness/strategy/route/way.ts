import type { Route, RouteDecision, RoutePast } from './route.ts';
import type { WayOptions } from './way-options.ts';

/** What decides where to. */
export interface Ranking {
  /** Positions of the listed targets, the best first; those that are left out are not gone to now. */
  rank(past: RoutePast): readonly number[];
  /** False for a target that is left after a failure when another one has not been tried. */
  stays?(position: number, past: RoutePast): boolean;
}

/**
 * The way that routes other than `ordered` go. retry-first: the same target after its wait while the retry rule allows, else
 * the best one not tried yet, at once. route-first: the best of those that were sent to least often, at once; when all were
 * equally often, the best after its wait. Then the floor, once.
 */
export function way({ order = 'retry-first', floor }: WayOptions, targets: readonly string[], ranking: Ranking): Route {
  const all = floor === undefined ? targets : [...targets, floor];
  const rungs = targets.length;
  const now = all.map((_, position) => ({ position, wait: false }));
  const later = all.map((_, position) => ({ position, wait: true }));
  const at = (position: number, wait: boolean): RouteDecision => (wait ? later : now)[position];

  /** The best target that has had fewer sends than the last one, and with retry-first none. */
  const fresh = (can: readonly number[], { sends, last }: RoutePast): number | undefined => {
    const fewest = can.reduce((least, position) => Math.min(least, sends[position] as number), Number.POSITIVE_INFINITY);
    if (last >= 0 && (order === 'retry-first' ? fewest > 0 : fewest >= (sends[last] as number))) return undefined;
    return can.find((position) => sends[position] === fewest);
  };

  return {
    targets: all,
    next(past) {
      const { last, open, sends, moveOn } = past;
      if (last === rungs) return undefined;
      const can = ranking.rank(past).filter((position) => open[position] === true);
      const may = last >= 0 && can.includes(last);
      if (may && (!moveOn || (order === 'retry-first' && ranking.stays?.(last, past) !== false))) return at(last, true);
      if (last >= 0 && !moveOn) return undefined;
      const next = fresh(can, past);
      if (next !== undefined) return at(next, false);
      if (may && order === 'retry-first') return at(last, true);
      if (order === 'route-first' && can[0] !== undefined) return at(can[0], true);
      return open[rungs] === true && sends[rungs] === 0 ? at(rungs, false) : undefined;
    },
  };
}

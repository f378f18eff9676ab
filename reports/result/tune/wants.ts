import { against, type Line, triedAt, triedPositions, type View, viewOf } from './line.ts';

/** A value to be run until it has so many replications. */
export interface Want {
  readonly position: number;
  readonly replications: number;
}

/** The first look goes from value to value in steps of at least this factor. */
const coarseStep = 1.5;
/** Between the best and its neighbours nothing higher hides once they are so near. */
const fineStep = 1.25;

/** Where the first look is taken: both ends, and values in growing steps between them. */
export function coarsePositions(values: readonly number[]): readonly number[] {
  const picked: number[] = [];
  for (const [position, value] of values.entries()) {
    const last = values[picked.at(-1) ?? -1];
    if (last === undefined || value >= coarseStep * last || position === values.length - 1) picked.push(position);
  }
  return picked;
}

/**
 * What has to be run next; empty when the line is decided, or when more replications are not to be had. Pure: the same line
 * wants the same.
 *
 * First a few replications of values in growing steps; then the gaps between a value that may be the one and one that is not,
 * halved until neighbours stand there; then more replications of those on which the answer hangs; last the balance point.
 */
export function wantsOf(line: Line): readonly Want[] {
  const first = line.levels[0] ?? 1;
  const coarse = coarsePositions(line.values).filter((position) => !line.tried.has(position));
  if (coarse.length > 0) return coarse.map((position) => ({ position, replications: first }));
  const view = viewOf(line);
  for (const stage of [gaps, lowEnd, bounds, highEnd, balanceGap]) {
    const wants = stage(line, view);
    if (wants.length > 0) return wants;
  }
  return [];
}

function middleOf(lower: number, upper: number): number {
  return Math.floor((lower + upper) / 2);
}

/** Values in the gaps that may hold the answer, at the first level. */
function gaps(line: Line, view: View): readonly Want[] {
  const positions = triedPositions(line);
  const found = new Set<number>();
  for (const [i, lower] of positions.entries()) {
    const upper = positions[i + 1];
    if (upper !== undefined && upper - lower > 1 && isOpenGap(line, view, lower, upper)) found.add(middleOf(lower, upper));
  }
  return [...found].map((position) => ({ position, replications: line.levels[0] ?? 1 }));
}

function isOpenGap({ values }: Line, { alive, best, chosen, nearest }: View, lower: number, upper: number): boolean {
  if (best === null) return lower === nearest || upper === nearest;
  const isEnd = upper === alive[0] || lower === alive.at(-1);
  const isWide = (values[upper] as number) > fineStep * (values[lower] as number);
  const atBest = (lower === best || upper === best) && isWide;
  // Below the value to take others stand that are not shown to meet every bound.
  const belowChosen = upper === chosen && alive.includes(lower);
  return isEnd || atBest || belowChosen;
}

function nextLevel({ levels }: Pick<Line, 'levels'>, replications: number): number | undefined {
  return levels.find((level) => level > replications);
}

function isSpent({ tried, most }: Line): boolean {
  let spent = 0;
  for (const { goodputs } of tried.values()) spent += goodputs.length;
  return spent >= most;
}

/** Two values as far as the next level, for what only both together decide. */
function raiseBoth(line: Line, position: number, other: number): readonly Want[] {
  const have = (at: number): number => triedAt(line, at).goodputs.length;
  const level = nextLevel(line, Math.min(have(position), have(other)));
  if (level === undefined || isSpent(line)) return [];
  return [...new Set([position, other])].filter((at) => have(at) < level).map((at) => ({ position: at, replications: level }));
}

function raise(line: Line, position: number): readonly Want[] {
  return raiseBoth(line, position, position);
}

/** Whether the smallest that may be the one is as good as the best. */
function lowEnd(line: Line, { alive, best }: View): readonly Want[] {
  const [smallest] = alive;
  if (smallest === undefined || best === null || smallest === best) return [];
  return against(line, triedAt(line, smallest), triedAt(line, best)) === 'open' ? raiseBoth(line, smallest, best) : [];
}

/** Whether the bounds are met where it matters. */
function bounds(line: Line, { alive, chosen, nearest, best }: View): readonly Want[] {
  const candidates = alive.filter((position) => triedAt(line, position).struck === undefined);
  if (best === null) return nearest === null ? [] : upTo(line, nearest, 1);
  if (chosen === null) {
    const hopeful = candidates.toSorted((a, b) => triedAt(line, a).excess - triedAt(line, b).excess)[0];
    // All hangs on this one value.
    return hopeful === undefined ? [] : raise({ ...line, levels: lastLevels(line.levels) }, hopeful);
  }
  const undecided = candidates.filter((position) => position < chosen && triedAt(line, position).standing !== 'met');
  const nearestBelow = line.prefer === 'smallest' ? undecided.at(-1) : undefined;
  const more = nearestBelow === undefined ? [] : raise(line, nearestBelow);
  return more.length > 0 ? more : upTo(line, chosen, 1);
}

/** One level more than others get. */
export function lastLevels(levels: readonly number[]): readonly number[] {
  return [...levels, 2 * (levels.at(-1) ?? 1)];
}

/** A value as far as one of the levels. */
function upTo(line: Line, position: number, level: number): readonly Want[] {
  const replications = line.levels[Math.min(level, line.levels.length - 1)] ?? 1;
  const { goodputs, excess } = triedAt(line, position);
  // What cannot be run to its end gets no further by running it again.
  return excess < Number.POSITIVE_INFINITY && goodputs.length < replications ? [{ position, replications }] : [];
}

/** Whether the largest that may be the one is as good as the best; not worth many replications. */
function highEnd(line: Line, { alive, best }: View): readonly Want[] {
  const largest = alive.at(-1);
  if (largest === undefined || best === null || largest === best) return [];
  if (against(line, triedAt(line, largest), triedAt(line, best)) !== 'open') return [];
  return [...upTo(line, largest, 1), ...upTo(line, best, 1)];
}

/** Values between the largest under balance and the next one. */
function balanceGap(line: Line): readonly Want[] {
  const { balance } = line;
  if (balance === null) return [];
  const positions = triedPositions(line);
  const last = positions.findLastIndex((position) => {
    const { refused } = triedAt(line, position);
    return refused !== null && refused < balance;
  });
  const [lower, upper] = [positions[last], positions[last + 1]];
  if (lower === undefined || upper === undefined || upper - lower < 2) return [];
  return [{ position: middleOf(lower, upper), replications: line.levels[0] ?? 1 }];
}

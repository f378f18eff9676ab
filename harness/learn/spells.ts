import { nearestRank } from '../../reports/result/stats/nearest-rank.ts';

/** A time in which calls were refused again and again. */
export interface Spell {
  readonly run: number;
  /** Local ms. */
  readonly fromMs: number;
  readonly lengthMs: number;
  readonly refusals: number;
}

/** Busy spells as the log's own calls met them. */
export interface Spells {
  readonly count: number;
  /** A spell ends when so long nobody was refused. */
  readonly gapMs: number;
  readonly p50Ms: number | null;
  readonly p90Ms: number | null;
  readonly longestMs: number | null;
  /** The ten longest, the longest first. */
  readonly longest: readonly Spell[];
}

/** As in docs/model.md, for logs whose calls come often. */
const usualGapMs = 10_000;
const callsInGap = 5;

/** The gap where calls come every `everyMs` in the mean: a quiet one must have been asked in. */
export function gapFor(everyMs: number | null): number {
  return Math.max(usualGapMs, Math.ceil((callsInGap * (everyMs ?? 0)) / 1000) * 1000);
}

/** From refusals (run, instant, run, instant …) in any order. */
export function spellsIn(refusals: readonly number[], gapMs: number): Spells {
  const found = spellList(refusals, gapMs);
  const lengths = Float64Array.from(found, ({ lengthMs }) => lengthMs).sort();
  return {
    count: found.length,
    gapMs,
    p50Ms: nearestRank(lengths, 0.5),
    p90Ms: nearestRank(lengths, 0.9),
    longestMs: nearestRank(lengths, 1),
    longest: found.toSorted((a, b) => b.lengthMs - a.lengthMs || a.fromMs - b.fromMs).slice(0, 10),
  };
}

function spellList(refusals: readonly number[], gapMs: number): readonly Spell[] {
  const runs = new Map<number, number[]>();
  for (let at = 0; at < refusals.length; at += 2) {
    const run = refusals[at] ?? 0;
    const times = runs.get(run);
    if (times === undefined) runs.set(run, [refusals[at + 1] ?? 0]);
    else times.push(refusals[at + 1] ?? 0);
  }
  return [...runs].flatMap(([run, times]) => {
    const spells: { run: number; fromMs: number; lengthMs: number; refusals: number }[] = [];
    for (const time of Float64Array.from(times).sort()) {
      const last = spells.at(-1);
      if (last === undefined || time - last.fromMs - last.lengthMs > gapMs) spells.push({ run, fromMs: time, lengthMs: 0, refusals: 1 });
      else {
        last.lengthMs = time - last.fromMs;
        last.refusals += 1;
      }
    }
    return spells;
  });
}

import { Luck, type Stream } from '../kernel/random.ts';
import { startOf } from './calendar.ts';
import type { CurveScope } from './curve.ts';

/**
 * The scope of one replication of a run. `start` is a wall time of `zone`, `length` is in milliseconds. The noise of a curve
 * is a function of (seed, replication, the curve's name, cell). InputError when start or zone is no good.
 */
export function scopeFor(run: {
  readonly start: string;
  readonly zone: string;
  readonly length: number;
  readonly seed: number;
  readonly replication: number;
  readonly folder: string;
}): CurveScope {
  const luck = new Luck(run.seed, run.replication);
  const streams = new Map<string, Stream>();
  return {
    startEpochMs: startOf(run.start, run.zone),
    zone: run.zone,
    lengthMs: run.length,
    folder: run.folder,
    noise(curve, index) {
      let stream = streams.get(curve);
      if (stream === undefined) {
        stream = luck.stream('noise', curve);
        streams.set(curve, stream);
      }
      return stream.uniform(index, 0);
    },
  };
}

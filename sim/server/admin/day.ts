import { calendarOf, dayMs, formatWallTime } from '../../curves/calendar.ts';
import type { Steps } from '../../curves/curve.ts';
import { stepAt, valueAt } from '../../curves/read.ts';
import type { Pool } from '../../provider/pool.ts';
import { dayNowMs, type World } from '../world.ts';

/** A point every five minutes of a day. */
export const mostPoints = 288;

/**
 * What `GET /_admin/day` answers: slots and load of every pool over the scenario's time, when it is a day long at most and
 * not over yet, else over the local day that holds `now`. Times are ms after the scenario's start.
 */
export interface Day {
  readonly zone: string;
  /** Wall times of the zone, such as `2026-03-02T15:00:07`. */
  readonly from: string;
  readonly to: string;
  readonly now: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly nowMs: number;
  /** When each interval begins; equally long, at most 288. The local time of it is in `labels`: `15:05`. */
  readonly atMs: readonly number[];
  readonly labels: readonly string[];
  readonly providers: Readonly<Record<string, Readonly<Record<string, PoolDay>>>>;
}

export interface PoolDay {
  /** The fewest slots of each interval. */
  readonly slots: readonly number[];
  /** The highest load that tenants offer in each interval, as a share of `nominalSlots`; null where there are none. */
  readonly load: readonly number[] | null;
  readonly nominalSlots: number;
  /** At this instant, which may be lower than the interval's. */
  readonly slotsNow: number;
  readonly loadNow: number | null;
}

export function dayOf(world: World): Day {
  const { calendar, pace, providers } = world;
  const nowMs = dayNowMs(world);
  const [fromMs, toMs] = dayAround(world, nowMs);
  const points = Math.max(1, Math.min(mostPoints, Math.floor((toMs - fromMs) / 1000)));
  const edges = Array.from({ length: points + 1 }, (_, i) => Math.round(fromMs + ((toMs - fromMs) * i) / points));
  const local = (ms: number) => formatWallTime(Math.floor(calendarOf(calendar).localAt(ms) / 1000) * 1000);
  const atMs = edges.slice(0, -1);
  return {
    zone: calendar.zone,
    from: local(fromMs),
    to: local(toMs),
    now: local(nowMs),
    fromMs,
    toMs,
    nowMs,
    atMs,
    labels: atMs.map((ms) => local(ms).slice('2026-03-02T'.length)),
    providers: Object.fromEntries(
      [...providers].map(([name, { pools }]) => [
        name,
        poolsOf(
          pools,
          edges.map((ms) => pace.toClock(ms * 1000)),
          world.clock.now(),
        ),
      ]),
    ),
  };
}

function dayAround({ calendar }: World, nowMs: number): readonly [number, number] {
  const { lengthMs } = calendar;
  if (lengthMs <= dayMs && nowMs < lengthMs) return [0, lengthMs];
  const { localAt, sinceStart } = calendarOf(calendar);
  const day = Math.floor(localAt(nowMs) / dayMs);
  return [Math.max(0, sinceStart(day * dayMs)), sinceStart((day + 1) * dayMs)];
}

/** `edges` and `now` are instants of the clock, microseconds. */
function poolsOf(pools: ReadonlyMap<string, Pool>, edges: readonly number[], now: number): Readonly<Record<string, PoolDay>> {
  return Object.fromEntries(
    [...pools].map(([name, { slotSteps, loadSteps, nominalSlots }]) => {
      const slots = overIntervals(slotSteps, edges, Math.min).map(Math.floor);
      const load = loadSteps === undefined ? null : overIntervals(loadSteps, edges, Math.max);
      const slotsNow = Math.floor(valueAt(slotSteps, now));
      return [name, { slots, load, nominalSlots, slotsNow, loadNow: loadSteps === undefined ? null : valueAt(loadSteps, now) }];
    }),
  );
}

/** What `pick` takes of the curve's values in each interval. */
function overIntervals(steps: Steps, edges: readonly number[], pick: (a: number, b: number) => number): readonly number[] {
  return edges.slice(0, -1).map((from, i) => {
    const until = edges[i + 1] as number;
    let at = stepAt(steps, from);
    let value = steps.value[at] as number;
    for (at++; at < steps.atMicros.length && (steps.atMicros[at] as number) < until; at++) value = pick(value, steps.value[at] as number);
    return value;
  });
}

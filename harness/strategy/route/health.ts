import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { number, positiveDuration, share } from '../../../sim/kernel/units.ts';
import { DecayedSum } from './decayed.ts';
import type { Route, RoutePast, RouteSample, RouteScope } from './route.ts';
import { way } from './way.ts';
import { type WayOptions, wayOptions } from './way-options.ts';

export interface HealthOptions extends WayOptions {
  readonly decay?: number | undefined;
  readonly threshold?: number | undefined;
  readonly probe?: number | undefined;
  readonly slow?: number | undefined;
}

/** Down a list, the unwell last. */
export const health = define<HealthOptions, Route, RouteScope>({
  name: 'health',
  summary: 'down a list, but targets that have failed or been slow of late come last, and are probed until they are well again',
  formula:
    'score = (1 + Σ w·q) / (1 + Σ w) over the attempts that succeeded or failed, w = 2^(−age / decay); q = 0 for a failure, min(1, slow · fastest / time) for a success, where fastest is the least mean time of a target’s successes, remembered twenty times as long, so that the only target in use is slow beside what it was. At or above threshold: as listed. Below: after all of those, by score; but a request whose draw is below probe goes to one of them first, and is not retried there before the others were tried. A target without news is well again by itself.',
  options: z
    .strictObject({
      decay: positiveDuration
        .optional()
        .describe('After this time an attempt counts half as much; default 30s')
        .meta({ examples: ['30s'] }),
      threshold: share
        .optional()
        .describe('A target whose score is below comes last; default 0.5')
        .meta({ examples: [0.5] }),
      probe: share
        .optional()
        .describe('Share of requests that go to a target that comes last first of all; default 0.02')
        .meta({ examples: [0.02] }),
      slow: number(1, 'a factor')
        .optional()
        .describe(
          'A success that takes so many times as long as the fastest target’s mean counts fully, one of twice that time half; default 3',
        )
        .meta({ examples: [3] }),
      ...wayOptions,
    })
    .describe('Down a list, the unwell last')
    .meta({ examples: [{ decay: '30s', threshold: 0.5, probe: 0.02 }] }),
  examples: [
    [{}, { decay: '5m' }],
    [{}, { threshold: 0.9 }],
    [{}, { probe: 0.2 }],
    [{ threshold: 0.8 }, { threshold: 0.8, slow: 1 }],
    [{}, { order: 'route-first' }],
    [{}, { floor: 'floor' }],
  ],
  create: (options, { targets }) => create(options, targets),
});

function create({ decay = 30_000, threshold = 0.5, probe = 0.02, slow = 3, ...rest }: HealthOptions, targets: readonly string[]): Route {
  const states = targets.map(() => newState(decay));
  const listed = targets.map((_, position) => position);

  const scoreAt = (position: number, nowMs: number): number => {
    const { quality, attempts } = states[position] as State;
    return (1 + quality.at(nowMs)) / (1 + attempts.at(nowMs));
  };
  const isWell = (position: number, nowMs: number): boolean => scoreAt(position, nowMs) >= threshold;
  const meanOf = ({ successes, timeMs }: State, nowMs: number): number => {
    const weight = successes.at(nowMs);
    return weight > faded ? timeMs.at(nowMs) / weight : Number.POSITIVE_INFINITY;
  };
  const rank = ({ nowMs, uniform }: RoutePast): readonly number[] => {
    const well = listed.filter((position) => isWell(position, nowMs));
    if (well.length === listed.length) return listed;
    const unwell = listed
      .filter((position) => !well.includes(position))
      .map((position) => ({ position, score: scoreAt(position, nowMs) }))
      .sort((a, b) => b.score - a.score || a.position - b.position)
      .map(({ position }) => position);
    const probed = uniform < probe ? unwell[Math.floor((uniform / probe) * unwell.length)] : undefined;
    const order = [...well, ...unwell];
    return probed === undefined ? order : [probed, ...order.filter((position) => position !== probed)];
  };

  return {
    ...way(rest, targets, { rank, stays: (position, { nowMs }) => isWell(position, nowMs) }),
    draws: true,
    putsOff: (position, nowMs) => (position < listed.length && !isWell(position, nowMs) ? 'health' : undefined),
    ended({ position, nowMs, durationMs, verdict }: RouteSample) {
      const state = states[position];
      if (state === undefined || verdict === 'neutral') return;
      state.attempts.add(nowMs, 1);
      if (verdict === 'failure') return;
      state.successes.add(nowMs, 1);
      state.timeMs.add(nowMs, durationMs);
      const fastest = Math.min(...states.map((each) => meanOf(each, nowMs)));
      state.quality.add(nowMs, durationMs > 0 ? Math.min(1, (slow * fastest) / durationMs) : 1);
    },
  };
}

/** How much longer times are remembered than failures. */
const longer = 20;

/** Ten half-lives. A mean of successes that are older says nothing. */
const faded = 1 / 1024;

interface State {
  readonly attempts: DecayedSum;
  readonly quality: DecayedSum;
  readonly successes: DecayedSum;
  readonly timeMs: DecayedSum;
}

function newState(decay: number): State {
  const sum = (halfLifeMs: number): DecayedSum => new DecayedSum(halfLifeMs);
  return { attempts: sum(decay), quality: sum(decay), successes: sum(longer * decay), timeMs: sum(longer * decay) };
}

import { z } from 'zod';
import { define } from '../../../sim/kernel/plugin.ts';
import { count, number, positiveDuration } from '../../../sim/kernel/units.ts';
import type { Route, RouteDecision, RoutePast, RouteSample, RouteScope } from './route.ts';
import { way } from './way.ts';
import { type WayOptions, wayOptions } from './way-options.ts';

export interface CooldownOptions extends WayOptions {
  readonly time?: number | undefined;
  readonly failures?: number | undefined;
  readonly factor?: number | undefined;
  readonly cap?: number | undefined;
  readonly retryAfter?: 'follow' | 'ignore' | undefined;
  readonly whenAll?: 'wait' | 'fail' | undefined;
}

/** Down a list, past those that are left alone for a time. */
export const cooldown = define<CooldownOptions, Route, RouteScope>({
  name: 'cooldown',
  summary: 'down a list, past targets that have failed and are left alone for a time',
  formula:
    'a target’s failures, each forgotten after time: at the n-th it is left for min(cap, factor^k · time), k of these times having come since its last success, or for the time that the provider asked for, up to cap. What was sent before puts nothing off. With all targets left alone: whenAll. A list of one is never left alone. Source: LiteLLM router cooldowns (time: 5s; a Retry-After comes first; a refusal for the rate cools at once, other failures after allowed_fails).',
  options: z
    .strictObject({
      time: positiveDuration
        .optional()
        .describe('How long a target is left alone; default 5s')
        .meta({ examples: ['5s'] }),
      failures: count(1)
        .optional()
        .describe('Failures within that time after which it is; default 1')
        .meta({ examples: [3] }),
      factor: number(1, 'a factor')
        .optional()
        .describe('Each time without a success since the last, it is left alone so many times longer; default 1')
        .meta({ examples: [2] }),
      cap: positiveDuration
        .optional()
        .describe('It is never left alone longer; default 10m')
        .meta({ examples: ['10m'] }),
      retryAfter: z
        .enum(['follow', 'ignore'])
        .optional()
        .describe('A wait that the provider asks for is how long the target is left alone, or is not looked at; default follow')
        .meta({ examples: ['ignore'] }),
      whenAll: z
        .enum(['wait', 'fail'])
        .optional()
        .describe('When all are left alone, a request waits for the first that will not be, or fails; default wait')
        .meta({ examples: ['fail'] }),
      ...wayOptions,
    })
    .describe('Down a list, past those that are left alone for a time')
    .meta({ examples: [{ time: '5s', failures: 1, whenAll: 'wait' }] }),
  examples: [
    [{}, { time: '60s' }],
    [{}, { failures: 3 }],
    [{}, { factor: 3 }],
    [{ factor: 3 }, { factor: 3, cap: '10s' }],
    [{}, { retryAfter: 'ignore' }],
    [{}, { whenAll: 'fail' }],
    [{}, { order: 'route-first' }],
    [{}, { floor: 'floor' }],
  ],
  create: (options, { targets }) => create(options, targets),
});

interface Target {
  /** End of the time that it is left alone. */
  freeAt: number;
  /** Attempts sent before this put nothing off. */
  since: number;
  /** Times that it was left alone since its last success. */
  times: number;
  /** When it failed of late, ms. */
  failedAt: number[];
}

function create(
  { time = 5000, failures = 1, factor = 1, cap = 600_000, retryAfter = 'follow', whenAll = 'wait', ...rest }: CooldownOptions,
  targets: readonly string[],
): Route {
  const states: readonly Target[] = targets.map(() => ({ freeAt: 0, since: Number.NEGATIVE_INFINITY, times: 0, failedAt: [] }));
  const freeAt = (position: number): number => states[position]?.freeAt ?? 0;
  const listed = targets.map((_, position) => position);
  const rank = ({ nowMs }: RoutePast): readonly number[] => listed.filter((position) => freeAt(position) <= nowMs);
  const base = way(rest, targets, { rank });

  /** The first that will be free, of those that the request may go to. */
  const first = ({ open, last, moveOn, sends }: RoutePast): RouteDecision => {
    const may = listed.filter((position) => open[position] === true && (last < 0 || moveOn || position === last));
    if (last >= targets.length || may.length === 0) return undefined;
    const position = may.reduce((best, each) => (freeAt(each) < freeAt(best) ? each : best));
    return { position, wait: (sends[position] as number) > 0, notBeforeMs: freeAt(position) };
  };
  const leave = (target: Target, nowMs: number, askedMs: number | undefined): void => {
    const own = Math.min(cap, time * grown(factor, target.times));
    const forMs = retryAfter === 'follow' && askedMs !== undefined && askedMs > 0 ? Math.min(cap, askedMs) : own;
    target.freeAt = nowMs + forMs;
    target.since = nowMs;
    target.times += 1;
    target.failedAt = [];
  };

  return {
    ...base,
    next: (past) => base.next(past) ?? (whenAll === 'wait' ? first(past) : undefined),
    putsOff: (position, nowMs) => (freeAt(position) > nowMs ? 'cooldown' : undefined),
    ended({ position, nowMs, durationMs, verdict, outcome, retryAfterMs }: RouteSample) {
      const target = states[position];
      if (target === undefined || targets.length < 2) return;
      if (verdict === 'success') {
        target.times = 0;
        target.failedAt = [];
      } else if (verdict === 'failure' || outcome.class === 'quota' || outcome.class === 'auth') {
        if (nowMs - durationMs < target.since) return;
        target.failedAt = [...target.failedAt.filter((at) => at > nowMs - time), nowMs];
        if (target.failedAt.length >= failures) leave(target, nowMs, retryAfterMs);
      }
    },
  };
}

/** factor^times; no larger than a number can be. */
function grown(factor: number, times: number): number {
  let value = 1;
  for (let i = 0; i < times && value < Number.MAX_SAFE_INTEGER; i++) value *= factor;
  return value;
}

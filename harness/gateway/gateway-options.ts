import type { AlarmCall } from '../alarm/call.ts';
import type { Modules } from '../strategy/custom.ts';
import type { StrategySpec } from '../strategy/spec.ts';
import type { AlarmBound } from './alarms.ts';
import type { CallRecord } from './record.ts';
import type { Texts } from './texts.ts';
import type { Upstreams } from './upstreams.ts';

export interface GatewayOptions extends Omit<Upstreams, 'names' | 'providerOf'> {
  readonly strategy: StrategySpec;
  readonly modules: Modules;
  /** Sent to a target instead of the callers' own keys; undefined: theirs are. */
  readonly keyOf?: ((target: string) => string | undefined) | undefined;
  /** A caller's patience, ms: queueing, waiting and retries included. */
  readonly deadlineMs?: number | undefined;
  /** What callers read of every answer; undefined: JSON where they ask for it, else any text. */
  readonly expects?: 'json' | undefined;
  /** Keys the jitter of waits. */
  readonly seed?: number | undefined;
  readonly texts?: Partial<Texts> | undefined;
  /** Says `switching` in streams, whose status is then 200 whatever follows. */
  readonly notices?: boolean | undefined;
  readonly alarm?: AlarmBound | undefined;
  readonly record?: CallRecord | undefined;
  /** One line for each switch to another model. */
  readonly log?: ((line: string) => void) | undefined;
  /** One line for each request that got no answer: what its caller was told and why; and for a path at which nothing is, once. */
  readonly unanswered?: ((line: string) => void) | undefined;
  /** A part of the strategy threw: the request that it was asked for is told `broken`. */
  readonly crashed?: ((error: unknown) => void) | undefined;
  readonly alarmed?: ((call: AlarmCall) => void) | undefined;
}

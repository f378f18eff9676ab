import type { AttemptClass } from '../../reports/result/outcome.ts';
import type { Micros } from '../../sim/kernel/clock.ts';

/** One send of a request, as the provider saw it. Instants in microseconds. */
export interface Step {
  readonly model: string;
  readonly sentAt: Micros;
  /** How often its sender says that it has sent before, from 0; undefined where it does not say. */
  readonly toldTry: number | undefined;
  /** Undefined while it is open. */
  endedAt: Micros | undefined;
  class: AttemptClass | undefined;
  /** The wait that its refusal asked for. */
  hintMs: number | undefined;
}

/** One request from its arrival on. Instants in microseconds. */
export interface Story {
  readonly entity: number;
  readonly arrivedAt: Micros;
  /** In the order of their sends. */
  readonly steps: Step[];
  /** When its caller had an answer or an error, or waited no longer; undefined while it waits. */
  settledAt: Micros | undefined;
}

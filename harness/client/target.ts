import type { Stream } from '../../sim/kernel/random.ts';
import type { Send } from '../../sim/kernel/transport.ts';

/** One place a client can send to. */
export interface Target {
  readonly name: string;
  readonly send: Send;
  /** Tokens of input and answer together that it takes at most; undefined: no bound is known. */
  readonly context?: number | undefined;
  /** Jitter of waits after a failure on this target, keyed (entity, 2n) and of hints (entity, 2n + 1). */
  readonly luck: Stream;
}

import type { Caller, Outgoing } from '../../sim/dialects/caller.ts';
import type { Clock, Micros } from '../../sim/kernel/clock.ts';
import type { Attempt } from '../../sim/kernel/transport.ts';
import type { HttpConnections } from './http-connections.ts';

/** A clock that lets what comes from outside happen at one instant. */
export interface OutsideClock extends Clock {
  event<Value>(run: () => Value): Value;
}

/** Where attempts go over HTTP. */
export interface Upstream {
  /** `http://127.0.0.1:4010` */
  readonly origin: string;
  /** What stands before every path. */
  readonly prefix: string;
  /** Reads what comes. */
  readonly caller: Caller;
  /** What is sent for an attempt, with every header that it needs. */
  readonly outgoing: (attempt: Attempt) => Outgoing;
  readonly connections: HttpConnections;
  readonly clock: OutsideClock;
  /** A body that is to be read whole, or a stream whose text is kept, is given up beyond so many bytes. */
  readonly mostBytes: number;
  /** An attempt was put on a connection, so long after it was sent. */
  readonly onWire?: ((waited: Micros) => void) | undefined;
  /** Now, ms since 1970. */
  readonly epochMs: () => number;
}

import type { Headers } from '../../../sim/dialects/error-reply.ts';
import type { ProviderSpec } from '../../../sim/provider/spec.ts';
import type { AlarmCall } from '../../alarm/call.ts';
import type { Checkpoint } from '../checkpoint/checkpoint.ts';

/** How a scenario is run in real time, against a server. */
export interface LiveOptions {
  /** Everything passes so many times as fast, for client and server alike. */
  readonly timeScale: number;
  /** The scenario's, as they are in real time. */
  readonly providers: Readonly<Record<string, ProviderSpec>>;
  /** Open at once; an attempt that finds none free waits. */
  readonly connections: number;
  /** Where the run's own server listens; 0: any port that is free. */
  readonly servePort: number;
  /** Somebody else's gateway, which is to send what it gets to the run's own server. */
  readonly target?: { readonly url: string; readonly headers: Headers } | undefined;
  /** Where the run's own server listens, as soon as it does. */
  readonly onServing?: ((url: string) => void) | undefined;
  /** Where batches with a checkpoint keep what is done, beyond the end of this process; default: in memory. */
  readonly checkpoint?: Checkpoint | undefined;
  /** Hears of alarms of the scenario's `alarm:` as they are raised and cleared. */
  readonly alarmed?: ((call: AlarmCall) => void) | undefined;
}

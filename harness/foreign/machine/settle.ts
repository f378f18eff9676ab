import { CodedError } from '../../../sim/kernel/errors.ts';
import type { VirtualClock } from '../../../sim/kernel/virtual-clock.ts';
import type { Immediates } from './immediates.ts';
import type { Instant } from './instant.ts';
import type { PoolGate } from './pool-gate.ts';

/** How a stretch of virtual time ended. */
export type Ending =
  /** As it was asked to. */
  | { readonly how: 'over' }
  /** Nothing is armed, and nothing else could wake the thread: what has not settled never will. */
  | { readonly how: 'idle' }
  /** Events without time passing. */
  | { readonly how: 'livelock'; readonly atMs: number; readonly where: string | undefined };

export interface DriverOptions {
  readonly clock: VirtualClock;
  readonly gate: PoolGate;
  readonly immediates: Pick<Immediates, 'real' | 'restart'>;
  readonly instant: Instant;
}

export interface Driver {
  /** Rejects with what `over` throws. */
  run(over: () => boolean): Promise<Ending>;
  /** A stretch is under way. */
  driving(): boolean;
  /** The thread's loop has died; true when it goes on. */
  died(): boolean;
  /** Ends the stretch under way. */
  livelock(where: string | undefined): void;
}

/** A stretch of virtual time under way. */
interface Stretch {
  readonly over: () => boolean;
  readonly end: (ending: Ending) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * The settle rule: Node says `beforeExit` when nothing is left in the thread that could still call JavaScript. Then, and only
 * then, one thing happens: a held result of the pool is delivered, or the next event of the clock fires. It does so in an
 * immediate, so that what throws there is like any other uncaught exception.
 */
export function createDriver({ clock, gate, immediates, instant }: DriverOptions): Driver {
  let under: Stretch | undefined;
  const end = (ending: Ending): void => {
    const ended = under;
    under = undefined;
    // After a livelock nothing is delivered any more, so that it does not go on.
    if (ending.how !== 'livelock') gate.open();
    ended?.end(ending);
  };
  const livelock = (where: string | undefined): void => end({ how: 'livelock', atMs: clock.now() / 1000, where });
  const next = ({ over, fail }: Stretch): 'fired' | Ending['how'] => {
    try {
      if (over()) return 'over';
    } catch (error) {
      under = undefined;
      gate.open();
      fail(error);
      return 'fired';
    }
    return step(clock);
  };
  const turn = (): void => {
    if (under === undefined) return;
    immediates.restart();
    const how = gate.deliver() ? 'fired' : next(under);
    if (how === 'over' || how === 'idle') end({ how });
    else if (how === 'livelock' || instant.event()) livelock(instant.where);
  };
  return {
    run: (over) => {
      if (under !== undefined) throw new Error('the thread is being driven already');
      gate.close();
      // What is under way settles first.
      immediates.real(() => {});
      return new Promise((end, fail) => {
        under = { over, end, fail };
      });
    },
    driving: () => under !== undefined,
    died: () => {
      if (under === undefined) return false;
      immediates.real(turn);
      return true;
    },
    livelock,
  };
}

/** Fires the next event, if there is one. */
function step(clock: VirtualClock): 'fired' | Exclude<Ending['how'], 'over'> {
  try {
    return clock.step() ? 'fired' : 'idle';
  } catch (error) {
    if (error instanceof CodedError && error.code === 'livelock') return 'livelock';
    throw error;
  }
}

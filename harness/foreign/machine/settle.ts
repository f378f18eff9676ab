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
  run(over: () => boolean): Promise<Ending>;
  /** The thread's loop has died; true when it goes on. */
  died(): boolean;
  /** Ends the stretch under way. */
  livelock(where: string | undefined): void;
}

/**
 * The settle rule: Node says `beforeExit` when nothing is left in the thread that could still call JavaScript. Then, and only
 * then, one thing happens: a held result of the pool is delivered, or the next event of the clock fires. It does so in an
 * immediate, so that what throws there is like any other uncaught exception.
 */
export function createDriver({ clock, gate, immediates, instant }: DriverOptions): Driver {
  let under: { over: () => boolean; end: (ending: Ending) => void } | undefined;
  const end = (ending: Ending): void => {
    const ended = under;
    under = undefined;
    // After a livelock nothing is delivered any more, so that it does not go on.
    if (ending.how !== 'livelock') gate.open();
    ended?.end(ending);
  };
  const livelock = (where: string | undefined): void => end({ how: 'livelock', atMs: clock.now() / 1000, where });
  /** Fires the next event; false when there is none. */
  const step = (): boolean => {
    try {
      return clock.step();
    } catch (error) {
      if (!(error instanceof CodedError && error.code === 'livelock')) throw error;
      livelock(instant.where);
      return true;
    }
  };
  const turn = (): void => {
    if (under === undefined) return;
    immediates.restart();
    if (!gate.deliver()) {
      if (under.over()) {
        end({ how: 'over' });
        return;
      }
      if (!step()) end({ how: 'idle' });
    }
    if (instant.event() && under !== undefined) livelock(instant.where);
  };
  return {
    run: (over) => {
      if (under !== undefined) throw new Error('the thread is being driven already');
      gate.close();
      // What is under way settles first.
      immediates.real(() => {});
      return new Promise((resolve) => {
        under = { over, end: resolve };
      });
    },
    died: () => {
      if (under === undefined) return false;
      immediates.real(turn);
      return true;
    },
    livelock,
  };
}

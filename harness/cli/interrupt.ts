import { exitCodes } from './exit.ts';
import { leave } from './leave.ts';

export interface Interrupt {
  /** Aborted by the first Ctrl-C, SIGTERM, or end of the terminal. */
  readonly signal: AbortSignal;
  /**
   * Gives the signals back to the system while `work` goes on: it may be code of the user's that never returns, and there
   * is nothing yet to be kept.
   */
  unheard<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Gives the signals back. */
  release(): void;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first Ctrl-C asks the run to stop and keep what is finished; the second one ends the program at once. */
export function listenForInterrupt(tell: (text: string) => void): Interrupt {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) leave(exitCodes.interrupted);
    tell('Stopping: what is finished is kept. Once more to quit at once.');
    controller.abort();
  };
  const listen = () => {
    for (const name of signals) process.on(name, onSignal);
  };
  const release = () => {
    for (const name of signals) process.off(name, onSignal);
  };
  listen();
  return {
    signal: controller.signal,
    async unheard(work) {
      release();
      try {
        return await work();
      } finally {
        listen();
      }
    },
    release,
  };
}

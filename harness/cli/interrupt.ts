import { exitCodes } from './exit.ts';

export interface Interrupt {
  /** Aborted by the first Ctrl-C (or SIGTERM). */
  readonly signal: AbortSignal;
  /** Gives the signals back. */
  release(): void;
}

/** The first Ctrl-C asks the run to stop and keep what is finished; the second one ends the program at once. */
export function listenForInterrupt(tell: (text: string) => void): Interrupt {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    tell('Stopping: what is finished is kept. Once more to quit at once.');
    controller.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    release() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}

const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `run` when the signal is aborted, in the order of the calls; returns what undoes it. A signal has one listener
 * however many wait for it: a program that stops all its requests by one signal is not warned of a leak.
 */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  const runs = waiting.get(signal) ?? listenTo(signal);
  runs.add(run);
  return () => {
    runs.delete(run);
  };
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const runs = new Set<() => void>();
  waiting.set(signal, runs);
  signal.addEventListener('abort', () => {
    for (const run of runs) run();
  });
  return runs;
}

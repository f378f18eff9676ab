/** `createClient`: retry, route and limit around any call. */
export const requestCode = `/** All targets are used up: what the first and the last attempt failed with, and where they went. */
export class GaveUp extends Error {
  readonly first: unknown;
  readonly tried: readonly string[];

  constructor(first: unknown, last: unknown, tried: readonly string[]) {
    super(last instanceof Error ? last.message : String(last), { cause: last });
    this.name = 'GaveUp';
    this.first = first;
    this.tried = tried;
  }
}

/** The queue is full, or the wait in it was too long. */
export class Shed extends Error {
  override readonly name = 'Shed';
}

/** One call of one target: resolves with an answer, rejects with what classify understands, and stops with the signal. */
export type Call<T> = (target: string, signal: AbortSignal) => Promise<T>;

/** One client of a process: its limit holds for all requests that it makes. */
export function createClient(classify: (error: unknown) => Failure = classifyError) {
  const permits = permitsOf(settings.limit);
  const attemptMs = settings.attemptMs;

  return async function request<T>(call: Call<T>, signal?: AbortSignal): Promise<T> {
    const release = settings.limit?.hold === 'request' ? await permits.take(signal) : undefined;
    try {
      return await run(call, signal);
    } finally {
      release?.();
    }
  };

  async function run<T>(call: Call<T>, signal: AbortSignal | undefined): Promise<T> {
    const all: Tries[] = settings.targets.map(newTries);
    const tried: string[] = [];
    let [totalSends, totalWaitMs, position] = [0, 0, 0];
    let first: unknown;
    for (;;) {
      const target = settings.targets[position]!;
      const tries = all[position]!;
      const release = settings.limit?.hold === 'attempt' ? await permits.take(signal) : undefined;
      tries.sends += 1;
      totalSends += 1;
      tried.push(target);
      let error: unknown;
      try {
        return await bounded((inner) => call(target, inner), attemptMs, signal);
      } catch (reason) {
        error = reason;
      } finally {
        release?.();
      }
      if (signal?.aborted) throw error;
      if (totalSends === 1) first = error;
      const failure = classify(error);
      const committed = failure.begun === true && settings.afterFirstToken === 'fail';
      tries.wait = decide(failure, tries, totalSends, totalWaitMs);
      tries.open = tries.wait !== undefined && !committed;
      tries.failedAt = performance.now();
      const spent = committed || totalSends >= (settings.totalAttempts ?? Infinity);
      const next = spent ? undefined : nextWithin(all, position, settings.moveOn.includes(failure.class), totalWaitMs);
      if (next === undefined) {
        if (settings.targets.length > 1 && totalSends > 1) throw new GaveUp(first, error, tried);
        throw error;
      }
      position = next.position;
      totalWaitMs += next.waitMs;
      await sleep(next.waitMs, signal);
    }
  }
}

/** Where to go after a failure, and after which wait; undefined: nowhere, or no wait fits into what is left of totalWait. */
function nextWithin(all: readonly Tries[], last: number, moveOn: boolean, totalWaitMs: number) {
  for (;;) {
    const next = nextTarget(all, last, moveOn);
    if (next === undefined) return undefined;
    const { position } = next;
    const tries = all[position]!;
    const { waitMs: own = 0, hintMs = 0, delayMs = 0 } = tries.wait ?? {};
    const waitMs = next.wait ? own : Math.max(0, hintMs - (performance.now() - tries.failedAt));
    if (waitMs === 0 || totalWaitMs + waitMs <= (settings.totalWaitMs ?? Infinity)) {
      if (next.wait) tries.previousMs = delayMs;
      return { position, waitMs };
    }
    tries.open = false;
  }
}

/** The next of the route, and whether the wait comes first; undefined: nowhere. */
function nextTarget(all: readonly Tries[], last: number, moveOn: boolean): { position: number; wait: boolean } | undefined {
  const rungs = settings.floor === true ? all.length - 1 : all.length;
  if (settings.floor === true && last === rungs) return undefined;
  if (all[last]!.open && (settings.order === 'retry-first' || !moveOn)) return { position: last, wait: true };
  if (!moveOn) return undefined;
  const open = (from: number): number => all.findIndex((tries, position) => position >= from && position < rungs && tries.open);
  const next = open(last + 1);
  if (next >= 0) return { position: next, wait: false };
  const again = settings.order === 'route-first' ? open(0) : -1;
  if (again >= 0) return { position: again, wait: true };
  return settings.floor === true && all[rungs]!.sends === 0 ? { position: rungs, wait: false } : undefined;
}

/** A counting semaphore, first come, first served. */
function permitsOf(limit: typeof settings.limit) {
  let free = limit?.permits ?? Infinity;
  const waiting: (() => void)[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };

  async function take(signal: AbortSignal | undefined): Promise<() => void> {
    signal?.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return once(release);
    }
    if (waiting.length >= (limit?.queue ?? Infinity)) throw new Shed('the queue is full');
    await new Promise<void>((resolve, reject) => {
      const leave = (error: unknown): void => {
        const place = waiting.indexOf(granted);
        if (place >= 0) waiting.splice(place, 1);
        done();
        reject(error);
      };
      const stopped = (): void => leave(signal?.reason);
      const ms = limit?.maxWaitMs;
      const timer = ms === undefined ? undefined : setTimeout(() => leave(new Shed('no permit within ' + ms + ' ms')), Math.min(ms, longestTimerMs));
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stopped);
      };
      const granted = (): void => {
        done();
        resolve();
      };
      signal?.addEventListener('abort', stopped, { once: true });
      waiting.push(granted);
    });
    return once(release);
  }

  return { take };
}

function once(run: () => void): () => void {
  let over = false;
  return () => {
    if (over) return;
    over = true;
    run();
  };
}`;

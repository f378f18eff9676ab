/** Types, `decide`, `sleep` and `bounded`: what every kind of generated code has. */
export const decideCode = `export type FailureClass =
  | 'capacity' | 'rate_limited' | 'quota' | 'auth' | 'client_error' | 'server_error' | 'timeout'
  | 'truncated' | 'malformed' | 'connection' | 'unknown' | 'client_resource' | 'cancelled';

export interface Failure {
  readonly class: FailureClass;
  readonly status?: number | undefined;
  /** The wait that the provider asks for. */
  readonly retryAfterMs?: number | undefined;
  /** What x-should-retry says. */
  readonly shouldRetry?: boolean | undefined;
  /** A part of the answer has reached the caller. */
  readonly begun?: boolean | undefined;
}

/** What is remembered of one target. */
interface Tries {
  sends: number;
  open: boolean;
  failedAt: number;
  /** The wait that was waited out before the last attempt, without the provider's part. */
  previousMs: number;
  wait: Wait | undefined;
}

interface Wait {
  readonly waitMs: number;
  readonly delayMs: number;
  readonly hintMs: number;
}

function newTries(): Tries {
  return { sends: 0, open: true, failedAt: 0, previousMs: 0, wait: undefined };
}

/** The wait before this target is asked again; undefined: never. */
function decide(failure: Failure, { sends, previousMs }: Pick<Tries, 'sends' | 'previousMs'>, totalSends: number, totalWaitMs: number): Wait | undefined {
  if (!mayRetry(failure)) return undefined;
  if (sends >= settings.attempts || totalSends >= (settings.totalAttempts ?? Infinity)) return undefined;
  const { hint } = settings;
  const said = hint.use === 'ignore' ? undefined : failure.retryAfterMs;
  const asked = said === undefined || (said <= 0 && hint.zero === 'use-backoff') ? undefined : Math.max(0, said);
  if (asked === undefined && hint.required?.includes(failure.class)) return undefined;
  const wait = withHint(delayOf(failure, sends, previousMs), asked);
  return wait !== undefined && totalWaitMs + wait.waitMs <= (settings.totalWaitMs ?? Infinity) ? wait : undefined;
}

function mayRetry(failure: Failure): boolean {
  if (failure.begun === true && (failure.class === 'truncated' || failure.class === 'malformed')) return false;
  if (failure.shouldRetry !== undefined && settings.shouldRetry === 'follow') return failure.shouldRetry;
  const { status } = failure;
  if (settings.statuses === undefined || status === undefined || status < 400) return settings.when.includes(failure.class);
  return settings.statuses.includes(status) || settings.statuses.includes(status < 500 ? '4xx' : '5xx');
}

function withHint(delayMs: number, asked: number | undefined): Wait | undefined {
  const { hint } = settings;
  if (asked === undefined) return { waitMs: delayMs, delayMs, hintMs: 0 };
  if (asked > hint.max && hint.over === 'give-up') return undefined;
  if (asked > hint.max && hint.over === 'use-backoff') return { waitMs: delayMs, delayMs, hintMs: 0 };
  const followed = Math.min(asked, hint.max, delayMs + (hint.above ?? Infinity));
  if (hint.use === 'exact') return { waitMs: followed, delayMs, hintMs: followed };
  const u = Math.random();
  const hintMs = typeof hint.jitter === 'number' ? followed * (1 + hint.jitter * u) : followed + hint.jitter.additive * u;
  return { waitMs: hint.use === 'add' ? hintMs + delayMs : Math.max(hintMs, delayMs), delayMs, hintMs };
}

/** Timers take no more than 2^31 - 1 ms. */
const longestTimerMs = 2_147_483_647;

async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  for (let left = ms; left > 0; left -= longestTimerMs) {
    signal?.throwIfAborted();
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, Math.min(left, longestTimerMs));
      signal?.addEventListener('abort', done, { once: true });
    });
  }
  signal?.throwIfAborted();
}

/** Runs one attempt, which is stopped after so long, and when its caller stops. */
async function bounded<T>(run: (signal: AbortSignal) => Promise<T>, ms: number | undefined, outer: AbortSignal | undefined): Promise<T> {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const stop = (): void => controller.abort(outer?.reason);
  const stopped = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
  });
  outer?.addEventListener('abort', stop, { once: true });
  const late = (): void => controller.abort(new DOMException('no answer within ' + ms + ' ms', 'TimeoutError'));
  const timer = ms === undefined ? undefined : setTimeout(late, Math.min(ms, longestTimerMs));
  try {
    return await Promise.race([run(controller.signal), stopped]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', stop);
  }
}`;

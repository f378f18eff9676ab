import type { StrategySpec } from '../strategy/spec.ts';
import { beginning, headOf } from './code/assemble.ts';
import type { Exporter } from './exporter.ts';

const code = `/** One call of one target: resolves with an answer, rejects with what classify understands, and stops with the signal. */
export type Call<T> = (target: string, signal: AbortSignal) => Promise<T>;

/** Asks the targets one after the other, each with its retries; rejects with the last error. */
export async function request<T>(call: Call<T>, signal?: AbortSignal, classify: (error: unknown) => Failure = classifyError): Promise<T> {
  const { targets, attemptMs } = settings;
  let [totalSends, totalWaitMs] = [0, 0];
  let last: unknown;
  for (const [index, target] of targets.entries()) {
    const floor = settings.floor === true && index === targets.length - 1;
    const tries = newTries();
    try {
      return await pRetry(
        () => {
          tries.sends += 1;
          totalSends += 1;
          return bounded((inner) => call(target, inner), attemptMs, signal);
        },
        {
          retries: floor ? 0 : settings.attempts - 1,
          // The wait is waited out below: it depends on the failure.
          minTimeout: 0,
          maxTimeout: 0,
          signal,
          async onFailedAttempt({ error, retriesLeft }) {
            last = error;
            if (retriesLeft === 0 || signal?.aborted) return;
            const wait = decide(classify(error), tries, totalSends, totalWaitMs);
            if (wait === undefined) throw error;
            tries.previousMs = wait.delayMs;
            totalWaitMs += wait.waitMs;
            await sleep(wait.waitMs, signal);
          },
        },
      );
    } catch (error) {
      last = error;
      const spent = totalSends >= (settings.totalAttempts ?? Infinity);
      if (signal?.aborted || spent || !settings.moveOn.includes(classify(error).class)) throw error;
    }
  }
  throw last;
}`;

/** The p-retry package, version 7 and up. */
export const pRetry: Exporter = {
  name: 'p-retry',
  summary: 'request() runs a call of yours under pRetry(), target by target',
  write(strategy) {
    const { code: first, missing: left } = beginning(strategy);
    const missing = [...left.filter((each) => !each.startsWith('limit')), ...own(strategy)];
    const head = headOf(strategy, 'request() runs your call: await request(async (target, signal) => …). For p-retry 7 and up.', missing);
    return { text: `${[head, "import pRetry from 'p-retry';", first, code].join('\n\n')}\n`, missing };
  },
};

function own({ limit, route, timeout }: StrategySpec): readonly string[] {
  return [
    ...(limit === undefined ? [] : ['limit: p-retry has none; put p-limit around the call']),
    ...(route.order === 'route-first' && route.ordered.length > 1
      ? ['route.order: route-first: each target has all its attempts before the next one is asked']
      : []),
    ...(['headers', 'firstToken', 'idle'] as const)
      .filter((key) => timeout[key] !== undefined)
      .map((key) => `timeout.${key}: ${timeout[key]} ms; only your call sees the wire: bound it there`),
  ];
}

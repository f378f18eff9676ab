import type { GaveUpReason, RequestClass } from '../../reports/result/outcome.ts';
import { constantSteps } from '../../sim/curves/pieces.ts';
import type { Clock } from '../../sim/kernel/clock.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { Luck } from '../../sim/kernel/random.ts';
import type { Request, Send } from '../../sim/kernel/transport.ts';
import { resolveStrategies } from '../strategy/resolve.ts';
import { strategySchema } from '../strategy/schema.ts';
import type { StrategySpec } from '../strategy/spec.ts';
import { createFleet } from './fleet.ts';
import { refuseInFront } from './in-front.ts';
import { onAbort } from './on-abort.ts';
import type { RequestRun } from './request-run.ts';

/** What a client needs to know beside its strategy. */
export interface CreateClientOptions {
  /** What a strategy without a route sends to; default `model`. */
  readonly model?: string | undefined;
  /** The caller's patience, ms: queueing, waiting and retries included; default none. */
  readonly deadlineMs?: number | undefined;
  /** Keys the jitter; the same seed gives the same waits. Default 1. */
  readonly seed?: number | undefined;
  /** Plug-ins for `custom:` parts, by the name that the strategy gives. */
  readonly modules?: Readonly<Record<string, unknown>> | undefined;
}

/** How one request ended. */
export interface RequestResult {
  readonly outcome: RequestClass;
  readonly reason: string;
  readonly gaveUpBy: GaveUpReason;
  readonly attempts: number;
  /** The last target tried; empty when none was. */
  readonly target: string;
  /** Every target that was sent to, in the order of the route. */
  readonly tried: readonly string[];
  readonly tokens: number;
  /** From the call to the outcome, ms, and what of it was spent waiting. */
  readonly latencyMs: number;
  readonly queueWaitMs: number;
  readonly backoffMs: number;
}

/** A client in front of a transport. */
export interface LibraryClient {
  /** Drives one request to its outcome; never rejects. An aborted signal ends it as `cancelled`. */
  request(request: Request, signal?: AbortSignal): Promise<RequestResult>;
}

/**
 * One client with this strategy (an object in the grammar of scenario files), in front of any transport and on any clock.
 * Throws InputError with everything that is wrong with the strategy.
 */
export function createClient(strategy: object, send: Send, clock: Clock, options: CreateClientOptions = {}): LibraryClient {
  const { model = 'model', deadlineMs, seed = 1, modules = {} } = options;
  const spec = resolved(strategy, model, deadlineMs);
  refuseInFront(spec);
  const fleet = createFleet(spec, {
    clients: 1,
    clock,
    luck: new Luck(seed, 0),
    modules: new Map(Object.entries(modules)),
    observer: undefined,
    curve: (spec) => {
      if (typeof spec === 'number') return constantSteps(spec);
      throw new InputError([{ key: 'limit.schedule', message: 'a limit by the clock needs the calendar of a run; use it in a scenario' }]);
    },
    send: () => send,
  });
  const [client] = fleet.clients;
  if (client === undefined) throw new Error('no client was made');
  return {
    request: (request, signal) =>
      new Promise((resolve) => {
        const startedAt = clock.now();
        const deadlineAt = deadlineMs === undefined ? Number.POSITIVE_INFINITY : startedAt + Math.round(deadlineMs * 1000);
        let ended = false;
        let undo = (): void => {};
        const done = (run: RequestRun): void => {
          ended = true;
          undo();
          resolve(resultOf(run, startedAt));
        };
        const run = client.begin(request, deadlineAt, done);
        if (ended || signal === undefined) return;
        const abort = (): void => {
          run.abort('caller');
        };
        if (signal.aborted) abort();
        else undo = onAbort(signal, abort);
      }),
  };
}

function resolved(strategy: object, model: string, deadlineMs: number | undefined): StrategySpec {
  const parsed = strategySchema.safeParse({ name: 'client', ...strategy });
  if (!parsed.success) throw new InputError(parsed.error.issues.map(({ path, message }) => ({ key: path.join('.'), message })));
  const { strategies, faults } = resolveStrategies([parsed.data], {
    model,
    ladder: [model],
    deadline: deadlineMs,
    moduleUrl: (path) => path,
    codeUrl: (path) => path,
  });
  const [spec] = strategies;
  if (spec === undefined) throw new InputError(faults.map(({ path, message }) => ({ key: path.slice(1).join('.'), message })));
  return spec;
}

function resultOf(run: RequestRun, startedAt: number): RequestResult {
  return {
    outcome: run.class,
    reason: run.reason,
    gaveUpBy: run.gaveUp,
    attempts: run.totalSends,
    target: run.totalSends === 0 ? '' : (run.client.targets[run.position]?.name ?? ''),
    tried: run.client.targets.filter((_, position) => (run.sendsSoFar()[position] ?? 0) > 0).map(({ name }) => name),
    tokens: run.tokens,
    latencyMs: (run.endedAt - startedAt) / 1000,
    queueWaitMs: run.queueWait / 1000,
    backoffMs: run.backoff / 1000,
  };
}

import type { PassedOver, RawAttempt, RawRequest } from '../../reports/result/raw.ts';
import { calendarOf, formatWallTime } from '../../sim/curves/calendar.ts';
import { scopeFor } from '../../sim/curves/scope.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { shown } from '../../sim/kernel/units.ts';
import { loadModules } from '../scenario/modules.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { runJob } from './job.ts';

/** Which life to tell: the request with this arrival index (or job, or user's question) under one strategy. */
export interface Life {
  readonly strategy: string;
  readonly request: number;
  /** Default 0. */
  readonly replication?: number | undefined;
}

/**
 * Tells one request's life, a line an event. The replication is run again: equal luck makes it the same life. InputError
 * for a strategy or request that does not exist.
 */
export async function explainRequest(scenario: Scenario, life: Life): Promise<readonly string[]> {
  const { replication = 0 } = life;
  const strategyIndex = scenario.strategies.findIndex(({ name }) => name === life.strategy);
  if (strategyIndex < 0) {
    const names = scenario.strategies.map(({ name }) => name).join(', ');
    throw new InputError([{ key: '--strategy', message: `expected one of ${names}; found ${shown(life.strategy)}` }]);
  }
  const outcome = runJob({ scenario, strategyIndex, replication, raw: true, explained: true }, await loadModules(scenario.modules));
  if ('failure' in outcome) throw new InputError([{ message: `${life.strategy} fails: ${outcome.failure.message}` }]);
  const { raw } = outcome.output;
  const requests = raw?.requests.filter(({ entity }) => entity === life.request) ?? [];
  if (requests.length === 0) {
    const most = raw?.requests.reduce((largest, { entity }) => Math.max(largest, entity), -1) ?? -1;
    const message = most < 0 ? 'no request arrived' : `expected a request from 0 to ${most} that has an outcome, found ${life.request}`;
    throw new InputError([{ key: '--request', message }]);
  }
  const attempts = raw?.attempts.filter(({ entity }) => entity === life.request) ?? [];
  const clock = clockOf(scenario, replication);
  const passedOver = raw?.passedOver.filter(({ entity }) => entity === life.request) ?? [];
  const title = `request ${life.request} under ${life.strategy}, replication ${replication}, client ${requests[0]?.client ?? 0}`;
  return [
    title,
    ...requests.flatMap((request) =>
      told(
        request,
        attempts.filter((each) => within(each.sentMs, request)),
        passedOver.filter((each) => within(each.atMs, request)),
        clock,
      ),
    ),
  ];
}

/** In this life; a resubmitted job has several lives, one after another. */
function within(atMs: number, request: RawRequest): boolean {
  const endMs = request.arrivedMs + request.deferMs + (request.latencyMs ?? Number.POSITIVE_INFINITY);
  return atMs >= request.arrivedMs && atMs <= endMs;
}

/** Local time of an instant of the run. */
function clockOf({ time, seed, folder }: Scenario, replication: number): (ms: number) => string {
  const calendar = calendarOf(scopeFor({ ...time, seed, replication, folder }));
  return (ms) => formatWallTime(Math.floor(calendar.localAt(ms))).replace('T', ' ');
}

function told(
  request: RawRequest,
  attempts: readonly RawAttempt[],
  passedOver: readonly PassedOver[],
  clock: (ms: number) => string,
): string[] {
  const since = (ms: number): string => `+${((ms - request.arrivedMs) / 1000).toFixed(3)} s`.padStart(13);
  const lines = [`${since(request.arrivedMs)}  arrives (${clock(request.arrivedMs)})`];
  const dueMs = request.arrivedMs + request.deferMs;
  if (request.deferMs > 0) lines.push(`${since(request.arrivedMs)}  is not urgent: held until ${clock(dueMs)}`);
  // A job is waited for from then on.
  const { submitMs } = request;
  const fromMs = dueMs + (submitMs ?? 0);
  if (submitMs !== null) lines.push(`${since(fromMs)}  is taken as a job`);
  const past = [...passedOver];
  const tellPast = (untilMs: number): void => {
    while (past[0] !== undefined && past[0].atMs <= untilMs) {
      const { atMs, target, why } = past.shift() as PassedOver;
      lines.push(`${since(atMs)}  goes past ${target}: ${whys[why] ?? why}`);
    }
  };
  for (const attempt of attempts) {
    tellPast(attempt.sentMs);
    const waitedMs = attempt.number === 1 ? attempt.sentMs - fromMs : attempt.waitMs;
    const why = attempt.number > 1 ? '' : submitMs === null ? ' for a permit' : ' for a worker';
    if (waitedMs > 0) lines.push(`${since(attempt.sentMs - waitedMs)}  waits ${seconds(waitedMs)}${why}`);
    lines.push(`${since(attempt.sentMs)}  attempt ${attempt.number} to ${attempt.target}`);
    if (attempt.endedMs !== null) lines.push(`${since(attempt.endedMs)}  ${endOf(attempt)}`);
  }
  tellPast(Number.POSITIVE_INFINITY);
  const last = attempts.at(-1)?.endedMs ?? fromMs;
  const end = dueMs + (request.latencyMs ?? 0);
  const looks = submitMs !== null && request.outcome !== 'deadline' && request.outcome !== 'cancelled';
  const look = looks ? ' until its caller looks' : '';
  if (end > last) lines.push(`${since(last)}  waits ${seconds(end - last)}${look}`);
  lines.push(`${since(end)}  ${outcomeOf(request, [...new Set(attempts.map(({ target }) => target))])}`);
  return lines;
}

/** What a request goes past a target for. */
const whys: Readonly<Record<string, string>> = {
  context: 'the request is longer than its context',
  breaker: 'its breaker is open',
  cooldown: 'it has failed and is left alone for a time',
  health: 'its score is low',
};

function endOf(attempt: RawAttempt): string {
  const status = attempt.status === null ? '' : `, status ${attempt.status}`;
  const tokens = attempt.tokens === 0 ? '' : `, ${attempt.tokens} tokens`;
  const reason = attempt.reason === '' || attempt.class === 'ok' ? '' : ` (${attempt.reason})`;
  return `  ${attempt.class ?? 'open'}${reason}${status}${tokens} after ${seconds((attempt.endedMs ?? attempt.sentMs) - attempt.sentMs)}`;
}

function outcomeOf(request: RawRequest, tried: readonly string[]): string {
  const took = seconds(request.latencyMs ?? 0);
  const waited = [
    request.queueWaitMs > 0 ? `${seconds(request.queueWaitMs)} for ${request.submitMs === null ? 'permits' : 'workers and permits'}` : '',
    request.backoffMs > 0 ? `${seconds(request.backoffMs)} between attempts` : '',
  ].filter((part) => part !== '');
  const waits = waited.length === 0 ? '' : `, of it waiting ${waited.join(' and ')}`;
  const gaveUp = request.gaveUpBy === 'none' ? '' : `; gave up: ${request.gaveUpBy}`;
  const where = request.outcome === 'exhausted' ? `; tried ${tried.join(', ')}` : '';
  const reason = request.outcome === 'ok' || request.reason === '' ? '' : ` (${request.reason}${where})`;
  return `${request.outcome ?? 'open'}${reason} after ${took} and ${request.attempts} attempt${request.attempts === 1 ? '' : 's'}${waits}${gaveUp}`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(3)} s`;
}

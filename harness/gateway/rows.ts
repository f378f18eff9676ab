import type { Outcome } from '../../reports/result/outcome.ts';
import type { Micros } from '../../sim/kernel/clock.ts';
import type { RequestRun } from '../client/request-run.ts';
import type { RecordRow } from './record.ts';
import type { Turn } from './turn.ts';

/** Of the attempt that ends now. */
export function attemptRow(
  turn: Turn,
  { class: outcome, reason }: Outcome,
  tokens: number,
  { now, epochMs }: { readonly now: Micros; readonly epochMs: number },
): RecordRow {
  const { sentAt, firstAt, targets, entity, streamed } = turn;
  const latencyMs = Math.round((now - sentAt) / 1000);
  return {
    kind: 'attempt',
    time: new Date(epochMs - latencyMs).toISOString(),
    request: entity,
    attempt: targets.length,
    target: targets.at(-1) ?? '',
    from: targets.at(-2) ?? '',
    outcome,
    reason,
    latencyMs,
    firstTokenMs: firstAt === undefined ? undefined : Math.round((firstAt - sentAt) / 1000),
    tokens,
    stream: streamed,
  };
}

/** Of the request that ends now. */
export function requestRow({ entity, targets, streamed, beganMs, beganAt }: Turn, run: RequestRun, now: Micros): RecordRow {
  return {
    kind: 'request',
    time: new Date(beganMs).toISOString(),
    request: entity,
    attempt: run.totalSends,
    target: targets.at(-1) ?? '',
    from: '',
    outcome: run.class,
    reason: run.reason,
    latencyMs: Math.round((now - beganAt) / 1000),
    firstTokenMs: undefined,
    tokens: run.tokens,
    stream: streamed,
  };
}

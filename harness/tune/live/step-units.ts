import type { RawAttempt, RawRequest } from '../../../reports/result/raw.ts';
import type { Step } from '../../probe/step.ts';
import type { Sample } from '../../probe/user.ts';
import { foldBatch, isGood, type Judged, samplesOf } from '../../run/live/batch-fold.ts';
import type { Unit } from '../trials.ts';

/** How the requests of a ramp are judged. */
export interface LiveJudged extends Judged {
  /** An answer that takes longer is none, ms. */
  readonly deadline: number | undefined;
}

/** What stands for replications: a step in so many parts of equal length. */
const partsOfAStep = 4;

/**
 * The parts of a step. A request belongs to the part in which it was sent, and its answer is spread over the time that it
 * took: what a user waits for while a part ends is shared between that part and the next.
 */
export function unitsOf({ samples, sendingMs }: Step, judged: LiveJudged, firstPlace: number): readonly Unit[] {
  const lengthMs = sendingMs / partsOfAStep;
  const rows = samples.map((sample, entity) => requestOf(sample, entity, judged));
  return Array.from({ length: partsOfAStep }, (_, part): Unit => {
    const [fromMs, untilMs] = [part * lengthMs, (part + 1) * lengthMs];
    const isIn = ({ startedMs }: Sample): boolean =>
      startedMs >= fromMs && (startedMs < untilMs || (part === partsOfAStep - 1 && startedMs >= untilMs));
    const place = firstPlace + part;
    const batch = {
      place,
      windowSeconds: lengthMs / 1000,
      requests: rows.filter((_, i) => isIn(samples[i] as Sample)),
      attempts: samples.flatMap((sample, i) => (isIn(sample) ? [attemptOf(sample, rows[i] as RawRequest)] : [])),
      bills: [],
      completed: [],
    };
    const columns = samplesOf(batch, judged);
    const fold = foldBatch(batch, columns, judged);
    const goodCompletions = samples.reduce(
      (sum, sample, i) => sum + (isGood(rows[i] as RawRequest, judged.good) ? shareWithin(sample, fromMs, untilMs) : 0),
      0,
    );
    return { fold: { ...fold, goodCompletions }, samples: columns };
  });
}

/** The share of an answer's time that lies between two instants. */
function shareWithin({ startedMs, tookMs }: Sample, fromMs: number, untilMs: number): number {
  if (tookMs <= 0) return startedMs >= fromMs && startedMs < untilMs ? 1 : 0;
  return Math.max(0, Math.min(untilMs, startedMs + tookMs) - Math.max(fromMs, startedMs)) / tookMs;
}

function requestOf(sample: Sample, entity: number, { deadline, targets }: LiveJudged): RawRequest {
  const { outcome, startedMs, tookMs, firstMs, tokens = 0 } = sample;
  const isLate = outcome.class === 'ok' && deadline !== undefined && tookMs > deadline;
  return {
    replication: 0,
    entity,
    client: 0,
    arrivedMs: startedMs,
    outcome: isLate ? 'deadline' : outcome.class,
    reason: outcome.reason,
    latencyMs: tookMs,
    queueWaitMs: 0,
    backoffMs: 0,
    firstTokenMs: firstMs ?? null,
    attempts: 1,
    target: targets[0]?.name ?? '',
    tokens,
    gaveUpBy: isLate ? 'deadline' : 'none',
    urgent: true,
    deferMs: 0,
    submitMs: null,
  };
}

function attemptOf(sample: Sample, { entity, target, tokens }: RawRequest): RawAttempt {
  const { startedMs, tookMs, outcome, status } = sample;
  return {
    replication: 0,
    entity,
    number: 1,
    target,
    sentMs: startedMs,
    endedMs: startedMs + tookMs,
    class: outcome.class,
    reason: outcome.reason,
    status: status ?? null,
    tokens,
    waitMs: 0,
  };
}

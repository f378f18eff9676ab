import { boundText, errorsText, listed, p95Text, percent } from '../recommend/words.ts';
import type { StrategySummary } from '../summary.ts';
import type { TunedSchedule } from './tune-answer.ts';

/** A limit by the time of day and the figures it is told with. */
export interface ToldSchedule {
  readonly answer: TunedSchedule;
  readonly summary: StrategySummary;
}

/** More blocks than these are for a table. */
const mostSpelled = 4;

const rate = (value: number | null): string => `${Number((value ?? 0).toPrecision(3))}/s`;

/** "; by the time of day: 4 from 08:00 to 20:00 and 8 from 20:00 to 08:00 …", after what is said of one value. */
export function dayText({ answer: { blocks, gain } }: ToldSchedule): string {
  const spelled = listed(blocks.map(({ from, until, limit }) => `${limit} from ${from} to ${until}`));
  const what = blocks.length > mostSpelled ? `a limit for each of ${blocks.length} parts of the day` : spelled;
  if (gain === 'bounds') return `; by the time of day every bound is met: ${what}`;
  return gain === 'goodput' ? `; better by the time of day: ${what}` : `; as good with fewer refused by the time of day: ${what}`;
}

/** Why it is worth it; `value` are the figures of the one value to take, where there is one. */
export function gainText({ answer: { gain }, summary }: ToldSchedule, value: StrategySummary | null): string {
  const figures = `errors ${errorsText(summary)}, p95 ${p95Text(summary)}, ${rate(summary.goodputPerSecond)} good answers`;
  if (gain === 'bounds') {
    const met = summary.slo.length === 0 ? 'good answers' : listed(summary.slo.map(boundText));
    return `By the time of day the limit meets ${met} on fresh replications, which no one value is shown to: ${figures}.`;
  }
  if (gain === 'goodput') {
    const more = (summary.goodputPerSecond ?? 0) / (value?.goodputPerSecond ?? Number.NaN) - 1;
    return `By the time of day the limit gives ${percent(more)} more good answers than one value, on the same fresh replications: ${figures}.`;
  }
  const [own, other] = [summary.firstAttemptRefusedRate ?? 0, value?.firstAttemptRefusedRate ?? 0];
  return `By the time of day the limit has ${percent(own)} of first attempts refused in the place of ${percent(other)}, and loses at most 1 % of goodput: ${figures}.`;
}

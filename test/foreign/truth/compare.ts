import type { AttemptRecord } from '../../../sim/server/attempt-record.ts';
import type { End, Seen, SeenInReal } from './worlds.ts';

/** One call as the server saw it, and how it ended. Times in ms after the first attempt's beginning. */
export interface Course {
  readonly attempts: readonly { readonly beganMs: number; readonly endedMs: number; readonly became: object }[];
  readonly end: Omit<End, 'atEpochMs'>;
  /** When the caller had its end. */
  readonly overMs: number;
  /** The first attempt's beginning, by the machine's calendar. */
  readonly beganEpochMs: number;
}

/** A call over real HTTP beside the same one in virtual time. */
export interface Compared {
  readonly real: Course;
  /** How far apart two times are at most, ms; infinite where something else than a time differs. */
  readonly apartMs: number;
  /** The same without what the machine's own timers were late meanwhile, at each of the times once. */
  readonly apartInTimeMs: number;
}

export function courseOf({ records, ends }: Seen, model: string): Course {
  // Models are named after their providers, where there are several.
  const own = records.filter((record) => record.model.endsWith(`/${model}`)).sort((a, b) => a.receivedAt - b.receivedAt);
  const first = own[0];
  const { atEpochMs = Number.NaN, ...end } = ends[model] ?? {};
  const beganEpochMs = first?.wallMs ?? Number.NaN;
  const since = (at: number): number => (at - (first?.receivedAt ?? 0)) / 1000;
  return {
    attempts: own.map((record) => ({ beganMs: since(record.receivedAt), endedMs: since(record.endedAt), became: becameOf(record) })),
    end,
    overMs: atEpochMs - beganEpochMs,
    beganEpochMs,
  };
}

function becameOf({ outcome, cause, fault, status, left, tokensWritten, stream, path }: Readonly<AttemptRecord>): object {
  return { outcome, cause, fault, status, left, tokensWritten, stream, path };
}

export function compare(virtual: Course, real: Course, { late }: SeenInReal): Compared {
  const same = JSON.stringify(kindOf(virtual)) === JSON.stringify(kindOf(real));
  const theirs = timesOf(real);
  const apart = timesOf(virtual).map((ms, at) => Math.abs((theirs[at] ?? Number.NaN) - ms));
  const apartMs = same ? Math.max(0, ...apart) : Number.POSITIVE_INFINITY;
  const [from, to] = [real.beganEpochMs - aroundMs, real.beganEpochMs + real.overMs + aroundMs];
  const lateMs = Math.max(0, ...late.filter(([at]) => at >= from && at <= to).map(([, ms]) => ms));
  return { real, apartMs, apartInTimeMs: lateMs < inTimeMs ? apartMs : Math.max(0, apartMs - lateMs * theirs.length) };
}

/** Around a call, in which the machine's timers are looked at. */
const aroundMs = 50;
/** A machine whose timers are later than that does other things. */
const inTimeMs = 5;

/** All but times. */
export function kindOf({ attempts, end }: Course): object {
  return { attempts: attempts.map(({ became }) => became), end };
}

/** Each attempt's beginning and end, and the caller's end. */
function timesOf({ attempts, overMs }: Course): readonly number[] {
  return [...attempts.flatMap(({ beganMs, endedMs }) => [beganMs, endedMs]), overMs];
}

/** Of three. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[1] ?? Number.POSITIVE_INFINITY;
}

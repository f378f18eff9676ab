import type { AttemptClass, GaveUpReason, RequestClass } from './outcome.ts';

/** One attempt of a request: its target, when it was sent and ended in ms since the request's arrival, and how it ended; null while it was open. */
export type CourseAttempt = readonly [target: string, sentMs: number, endedMs: number | null, as: AttemptClass | null];

/** What became of a request on its way. */
export interface Course {
  readonly reason: string;
  readonly gaveUpBy: GaveUpReason;
  readonly queueWaitMs: number;
  readonly backoffMs: number;
  /** Held until a better hour before anything else. */
  readonly deferMs: number;
  /** The first 24 of them. */
  readonly attempts: readonly CourseAttempt[];
}

/** A request kept for the report: the slowest and some of the failed. */
export interface KeptRequest {
  readonly replication: number;
  readonly entity: number;
  readonly arrivedMs: number;
  readonly latencyMs: number;
  readonly outcome: RequestClass;
  readonly attempts: number;
  readonly target: string;
  /** Of ten of the slowest and ten of the failed. */
  readonly course?: Course | undefined;
}

/** So many of the slowest, and of the failed, keep their course. */
export const mostCourses = 10;

/** The first ones keep their course. */
export function firstCourses(requests: readonly KeptRequest[]): KeptRequest[] {
  return requests.map(({ course, ...request }, place) => (course !== undefined && place < mostCourses ? { ...request, course } : request));
}

/** Evenly spread ones keep their course. */
export function spreadCourses(requests: readonly KeptRequest[]): KeptRequest[] {
  const chosen = new Set(Array.from({ length: mostCourses }, (_, i) => Math.floor((i * requests.length) / mostCourses)));
  return requests.map(({ course, ...request }, place) => (course !== undefined && chosen.has(place) ? { ...request, course } : request));
}

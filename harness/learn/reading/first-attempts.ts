import { shown } from '../../../sim/kernel/units.ts';
import { countIn } from './times.ts';

/** Requests whose attempts come one soon after the other; older ones are forgotten. */
const remembered = 200_000;

/** Whether a call is the first one of its request, or what is wrong with its cells; undefined and '' where there is none. */
export type IsFirst = (attempt: unknown, request: string) => boolean | string;

/**
 * By the number of the attempt (from 0 or 1: a 0 shows that it is from 0; a column whose name says retries counts these),
 * else by whether the request has been seen, else every call is a first one.
 */
export function firstAttempts(attemptColumn: () => string): IsFirst {
  const isNew = newRequests();
  let base: number | undefined;
  return (attempt, request) => {
    const value = countIn(attempt);
    if (typeof value === 'string') return `expected the number of an attempt, found ${shown(attempt)}`;
    if (value === undefined) return request === '' || isNew(request);
    base ??= /retr/i.test(attemptColumn()) ? 0 : 1;
    if (value === 0) base = 0;
    return value <= base;
  };
}

function newRequests(): (request: string) => boolean {
  let recent = new Set<string>();
  let older = new Set<string>();
  return (request) => {
    if (recent.has(request) || older.has(request)) return false;
    recent.add(request);
    if (recent.size > remembered) {
      older = recent;
      recent = new Set();
    }
    return true;
  };
}

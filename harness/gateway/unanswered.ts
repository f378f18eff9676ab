import type { RequestRun } from '../client/request-run.ts';
import type { Spoken } from './shape.ts';
import type { Turn } from './turn.ts';

/** Paths that are said once; somebody who tries thousands of them fills no log. */
const mostPaths = 20;
/** More of a path tells nobody anything. */
const longestPath = 120;

/** "request 204 told rejected: client_error (invalid), status 400; 1 attempt, the last at flagship" */
export function unansweredLine({ entity, targets }: Turn, run: RequestRun, { type }: Spoken): string {
  const { status } = run.facts ?? {};
  const cause = `${run.class}${run.reason === '' ? '' : ` (${run.reason})`}${status === undefined ? '' : `, status ${status}`}`;
  const sends = run.totalSends;
  const where = sends === 0 ? 'no attempt' : `${sends} ${sends === 1 ? 'attempt' : 'attempts'}, the last at ${targets.at(-1)}`;
  return `request ${entity} told ${type}: ${cause}; ${where}`;
}

/** Says of each path that nobody serves, once, which paths there are. */
export function strayPaths(served: readonly string[], say: (line: string) => void): (method: string, url: string) => void {
  const seen = new Set<string>();
  return (method, url) => {
    const path = url.split('?', 1)[0] ?? '';
    const call = `${method} ${path.length > longestPath ? `${path.slice(0, longestPath)}…` : path}`;
    if (seen.has(call) || seen.size >= mostPaths) return;
    seen.add(call);
    say(`nothing is at ${call}; calls are taken at POST ${served.join(' and ')}`);
  };
}

import { grouped } from '../../sim/kernel/grouped.ts';
import { visible } from '../../sim/kernel/visible.ts';
import type { Watcher } from '../../sim/server/attempt-record.ts';

/** More of a path tells nobody anything. */
const longestPath = 120;
const notFound = 404;

/** Writes a line for every request that is over: method, path, model, what became of it, status, milliseconds. */
export function requestLog(write: (line: string) => void): Watcher {
  return {
    attempt({ path, model, outcome, cause, fault, left, status, receivedAt, endedAt }) {
      const why = [cause === outcome ? undefined : cause, fault].filter((part) => part !== undefined);
      const became = `${outcome}${why.length === 0 ? '' : ` (${why.join(', ')})`}${left ? ', left' : ''}`;
      write(lineOf(['POST', pathShown(path), visible(model), became, status ?? '-', milliseconds((endedAt - receivedAt) / 1000)]));
    },
    rejected({ method, path, status, ms }) {
      write(lineOf([method, pathShown(path), '-', 'rejected', status, milliseconds(ms)]));
    },
  };
}

/** A client that is set up wrongly repeats itself; that many different ones fill no screen. */
const mostStrays = 20;

/** Writes a line for what finds nothing, a path or a model: once for each path, for whoever has not set up the client yet. */
export function strayRequests(write: (line: string) => void): Watcher {
  const seen = new Set<string>();
  return {
    rejected({ method, path, status }) {
      const call = `${method} ${pathShown(path)}`;
      if (status !== notFound || seen.has(call) || seen.size >= mostStrays) return;
      seen.add(call);
      write(`${call} was told ${status}: no such path, or no model of that name. Paths: at-capacity list dialects; all requests: --log\n`);
    },
  };
}

function lineOf(parts: readonly (string | number)[]): string {
  return `${parts.join(' ')}\n`;
}

function pathShown(path: string): string {
  return visible(path.length > longestPath ? `${path.slice(0, longestPath)}…` : path);
}

function milliseconds(ms: number): string {
  return `${grouped(Math.round(ms))} ms`;
}

import { grouped } from '../../reports/formats/figures.ts';
import { visible } from '../../sim/kernel/visible.ts';
import type { Watcher } from '../../sim/server/attempt-record.ts';

/** More of a path tells nobody anything. */
const longestPath = 120;

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

function lineOf(parts: readonly (string | number)[]): string {
  return `${parts.join(' ')}\n`;
}

function pathShown(path: string): string {
  return visible(path.length > longestPath ? `${path.slice(0, longestPath)}…` : path);
}

function milliseconds(ms: number): string {
  return `${grouped(Math.round(ms))} ms`;
}

import { spawnSync } from 'node:child_process';

/** CPU seconds of this process, all its threads, while `run` runs. */
export function cpuSeconds(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1e6;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Runs both in turn, `pairs` times, and returns the median of first / second. */
export async function medianRatio(
  pairs: number,
  first: () => number | Promise<number>,
  second: () => number | Promise<number>,
): Promise<number> {
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const a = await first();
    ratios.push(a / (await second()));
  }
  return median(ratios);
}

/** Runs a program and parses the one line of JSON that it prints. */
export function jsonOf<Answer>(program: string, args: readonly string[]): Answer {
  const child = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (child.status !== 0)
    throw new Error(`${program} ${args.join(' ')}: ${child.stderr || child.error?.message || `exit ${child.status}`}`);
  return JSON.parse(child.stdout) as Answer;
}
